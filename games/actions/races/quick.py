"""A ranked race with whoever else waits: first near in rating, then, the longer it takes, anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from math import inf, isfinite

from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Now

from accounts.models import Player
from accounts.problems import SessionEnded
from games import broadcast
from games.actions.now import database_now
from games.actions.races.engaging import engage
from games.actions.races.held import lock_players
from games.actions.races.opening import Terms, open_race
from games.actions.races.problems import EmailUnverified, Engaged
from games.actions.races.starting import count_down
from games.actions.races.times import WAIT_LEASE
from games.actions.ratings.rating import rating_of
from games.actions.shelf import take_private
from games.klondike.rules import RULESETS, Rules
from games.klondike.sight import Shown
from games.models import Entry, Wait
from games.models.race import Mode, Spectators

TIME_LIMIT_S = 1200
_RANGE = 100
_WIDENS_PER_S = 20
_ANYBODY_AFTER_S = 60


def ask(player: Player, ruleset: str) -> Wait:
    """Looks for an opponent by a ruleset, and answers with the wait as it then is; `race` is set once there is one.

    Asking again changes nothing but the ruleset, and a race that has been found is the answer until it is over.
    Raises `EmailUnverified`, `Engaged`.
    """
    if not player.email_verified:
        raise EmailUnverified()
    with transaction.atomic():
        if not lock_players([player.pk]):
            raise SessionEnded()
        wait = Wait.objects.select_related("race").filter(player=player).first()
        if wait and wait.race and not wait.race.over:
            return wait
        if Entry.objects.filter(player=player, engaged=True).exists():
            raise Engaged()
        now = database_now()
        if wait is None or wait.race or wait.ruleset != ruleset:
            wait = Wait(player=player, ruleset=ruleset, rating=round(rating_of(player.pk, ruleset).mean), since=now)
        wait.alive_until = now + WAIT_LEASE
        wait.save()
    match_waiting()
    return look(player) or wait  # it may have been cancelled meanwhile


def look(player: Player) -> Wait | None:
    """The player's wait or its outcome; looking keeps it alive."""
    stay([player.pk])
    return Wait.objects.select_related("race").filter(player=player).first()


def stay(players: Sequence[int]) -> None:
    """These players (the rows' numbers) are still there to be matched; say it at least twice a minute."""
    Wait.objects.filter(player__in=players, race=None).update(alive_until=Now() + WAIT_LEASE)


def cancel(player: Player) -> None:
    """Waits no longer; a race that has been found stays."""
    with transaction.atomic():
        lock_players([player.pk])
        Wait.objects.filter(player=player, race=None).delete()


def show(wait: Wait | None) -> Shown:
    """A wait, or none, for JSON."""
    if wait is None:
        return {"status": "idle"} | dict.fromkeys(("rules", "waited_ms", "rating", "reach", "race"))
    now = database_now()
    far = reach(wait, now)
    return {
        "status": "matched" if wait.race else "waiting",
        "rules": wait.ruleset,
        "waited_ms": None if wait.race else round((now - wait.since).total_seconds() * 1000),
        "rating": wait.rating,
        "reach": round(far) if wait.race is None and isfinite(far) else None,
        "race": wait.race.public_id if wait.race else None,
    }


def match_waiting() -> None:
    """Makes every race that can be made. Safe to run anywhere, twice, and at once."""
    waiting = Wait.objects.filter(race=None, alive_until__gt=Now())
    wanted = waiting.values("ruleset").annotate(players=Count("pk")).filter(players__gte=2)
    for ruleset in wanted.values_list("ruleset", flat=True):
        waits = list(waiting.filter(ruleset=ruleset).order_by("since"))
        for one, other in pairs(waits, database_now()):
            if not _match(RULESETS[ruleset], one, other):
                break


def reach(wait: Wait, now: datetime) -> float:
    """How far in rating the player's opponent may be by now."""
    waited = (now - wait.since).total_seconds()
    return _RANGE + _WIDENS_PER_S * waited if waited < _ANYBODY_AFTER_S else inf


def pairs(waits: Sequence[Wait], now: datetime) -> list[tuple[Wait, Wait]]:
    """Who may race whom: each within the other's reach, who waits longest first, with the nearest."""
    left = list(waits)
    found = []
    while left:
        one = left.pop(0)
        near = [other for other in left if abs(one.rating - other.rating) <= min(reach(one, now), reach(other, now))]
        if near:
            other = min(near, key=lambda other: abs(one.rating - other.rating))
            left.remove(other)
            found.append((one, other))
    return found


def _match(rules: Rules, one: Wait, other: Wait) -> bool:
    """Makes the race, unless one of them has meanwhile turned to something else; False if there is no deal for it."""
    ranked = replace(rules, undo="reveal")
    with transaction.atomic():
        lock_players([one.player_id, other.player_id])
        waits = Wait.objects.filter(player__in=[one.player_id, other.player_id], race=None, ruleset=rules.name)
        players = [wait.player for wait in waits.select_related("player").order_by("since")]
        if len(players) < 2:
            return True
        taken = take_private(ranked)
        if taken is None:
            return False
        terms = Terms(ranked, mode=Mode.FIRST, time_limit_s=TIME_LIMIT_S, spectators=Spectators.ANYONE)
        held = open_race(terms, taken.deal, *players, ranked=True, verdict=taken.verdict, difficulty=taken.difficulty)
        Wait.objects.filter(player__in=players).update(race=held.race)
        for entry in held.entries:
            engage(entry)
        count_down(held)
        held.save()
    for player in players:
        broadcast.moved(f"player:{player.public_id}")
    return True
