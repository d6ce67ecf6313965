"""How often a deal was played and won, by all players."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from games.klondike.sight import Shown
from games.models import Result, ShareCode


def of_number(number: str) -> list[Shown]:
    """By ruleset, in the order of their names."""
    return _by_ruleset(Result.objects.filter(game__deal__number=number))


def of_code(shared: ShareCode) -> Shown:
    """Of the games that started from the code."""
    played = Result.objects.filter(game__deal=shared.game.deal_id, game__code=shared.code)
    return next(iter(_by_ruleset(played)), {"ruleset": shared.game.ruleset, "plays": 0, "wins": 0})


def _by_ruleset(results: QuerySet[Result]) -> list[Shown]:
    counted = results.values("ruleset").annotate(plays=Count("pk"), wins=Count("pk", filter=Q(won=True)))
    return [dict(row) for row in counted.order_by("ruleset")]
