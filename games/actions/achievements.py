"""What a player has achieved, and when: derived from results each time it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db.models import F, Min, QuerySet

from accounts.models import Player
from games.actions.daily.streak import in_time
from games.klondike.rules import CUSTOM, RULESETS
from games.klondike.sight import Shown
from games.models import Entry, Result
from games.models.game import Origin

FAST_MS = 180_000
WEEK = 7


def achievements(player: Player) -> list[Shown]:
    """All that there are, in their order; `achieved_at` is null for those still to come. A query each.

    Wins count that are the player's own: no practice, no help of the solver, none that came with a merged guest, and
    none of a daily that had been opened.
    """
    own = Result.objects.filter(player=player, practice=False, assisted=False, merged=False, first_attempt=True)
    wins = own.filter(won=True)
    solo = wins.exclude(origin=Origin.RACE).order_by("ended_at", "pk")
    return [{"name": name, "achieved_at": achieved(player, solo)} for name, achieved in ACHIEVEMENTS.items()]


Achieved = Callable[[Player, QuerySet[Result]], datetime | None]


def _win(number: int) -> Achieved:
    return lambda _, wins: next(iter(wins.values_list("ended_at", flat=True)[number - 1 : number]), None)


def _fast(_: Player, wins: QuerySet[Result]) -> datetime | None:
    return wins.filter(wall_ms__lt=FAST_MS).values_list("ended_at", flat=True).first()


def _straight(_: Player, wins: QuerySet[Result]) -> datetime | None:
    """No move was taken back: then every action is a move of the line that won."""
    return wins.filter(actions=F("moves")).values_list("ended_at", flat=True).first()


def _everywhere(_: Player, wins: QuerySet[Result]) -> datetime | None:
    firsts = wins.exclude(ruleset=CUSTOM).order_by().values("ruleset").annotate(first=Min("ended_at"))
    found = [row["first"] for row in firsts]
    return max(found) if len(found) == len(RULESETS) else None


def _week(player: Player, _: QuerySet[Result]) -> datetime | None:
    """The deal of the day was won on seven days in a row, whatever the ruleset."""
    won = in_time(player.pk).filter(won=True, assisted=False).order_by("day").values("day")
    run, last = 0, None
    for row in won.annotate(at=Min("ended_at")):
        run = run + 1 if last is not None and row["day"] - last == timedelta(days=1) else 1
        last = row["day"]
        if run == WEEK:
            at: datetime = row["at"]
            return at
    return None


def _ranked(player: Player, _: QuerySet[Result]) -> datetime | None:
    won = Entry.objects.filter(player=player, place=1, race__ranked=True, race__rating_changes__player=player)
    at: datetime | None = won.aggregate(at=Min("race__ended_at"))["at"]
    return at


ACHIEVEMENTS: Mapping[str, Achieved] = {
    "first_win": _win(1),
    "ten_wins": _win(10),
    "hundred_wins": _win(100),
    "under_three_minutes": _fast,
    "never_back": _straight,
    "every_ruleset": _everywhere,
    "week_of_dailies": _week,
    "ranked_win": _ranked,
}
