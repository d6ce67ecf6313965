"""The deal of a day as clients see it: no card before it is open."""

from __future__ import annotations

from datetime import date, timedelta

from django.db.models import Count, Q

from accounts.models import Player
from accounts.problems import Invalid
from games.actions.boards.period import midnight
from games.actions.daily.playing import game_of
from games.actions.daily.streak import show_streaks
from games.actions.now import database_day, moment, now_ms
from games.klondike.shuffle import commitment
from games.klondike.sight import Shown
from games.models import Daily, Result

_COUNTED = Q(deal__results__practice=False, deal__results__first_attempt=True)
_PLAYS = {
    "plays": Count("deal__results", _COUNTED),
    "wins": Count("deal__results", _COUNTED & Q(deal__results__won=True)),
}


def show_daily(daily: Daily, viewer: Player | None) -> Shown:
    """What may be said of it; `plays` and `wins` count everyone's first games that were over before it opened."""
    deal = daily.deal
    seed = bytes(deal.seed or b"")
    results = Result.objects.filter(deal=deal, practice=False, first_attempt=True)
    counted = results.aggregate(plays=Count("pk"), wins=Count("pk", Q(won=True)))
    shown: Shown = {
        **_head(daily),
        "starts_at": midnight(daily.date),
        "ends_at": midnight(daily.date + timedelta(days=1)),
        "opens_at": deal.opens_at,
        "commitment": commitment(seed, daily.context),
        **counted,
        "mine": None,
        "streak": None,
    }
    if viewer is not None:
        game = game_of(viewer, daily)
        shown["mine"] = game and {"game": game.public_id, "status": game.status}
        shown["streak"] = show_streaks(viewer.pk, daily.ruleset, database_day())
    if deal.open_at(moment(now_ms())):
        shown |= {"seed": seed.hex(), "context": daily.context, "deck": deal.cards}
    return shown


def show_archive(ruleset: str, limit: int, before: str | None) -> Shown:
    """The days that there were, newest first; `before` is `next` of the page before. Raises `Invalid`."""
    dailies = Daily.objects.filter(ruleset=ruleset, date__lte=database_day())
    if before is not None:
        try:
            dailies = dailies.filter(date__lt=date.fromisoformat(before))
        except ValueError:
            raise Invalid("This cursor is not from a page of this list.", field="cursor") from None
    found = list(dailies.annotate(**_PLAYS).order_by("-date")[: limit + 1])
    items = [{**_head(daily), **{name: getattr(daily, name) for name in _PLAYS}} for daily in found[:limit]]
    return {"items": items, "next": items[-1]["date"] if len(found) > limit else None}


def _head(daily: Daily) -> Shown:
    return {
        "date": daily.date.isoformat(),
        "rules": daily.ruleset,
        "verified": daily.verdict,
        "difficulty": daily.difficulty,
    }
