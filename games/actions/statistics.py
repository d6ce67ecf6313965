"""A player's record, derived from settled results and nothing else."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import Avg, Count, Max, Min, Q, Sum

from accounts.models import Player
from games.actions.owner import UNFINISHED
from games.klondike.rules import CUSTOM, RULESETS
from games.klondike.sight import Shown
from games.models import Game, Result
from games.models.game import Origin

_WON = Q(won=True)
_FIGURES = {
    "played": Count("pk"),
    "wins": Count("pk", filter=_WON),
    "best_time_ms": Min("elapsed_ms", filter=_WON),
    "average_time_ms": Avg("elapsed_ms", filter=_WON),
    "fewest_moves": Min("moves", filter=_WON),
    "best_points": Max("points", filter=_WON),
    "average_points_won": Avg("points", filter=_WON),
    "average_points": Avg("points"),
    "balance": Sum("points", filter=Q(banked=True)),
}

# A run of wins is those with the same number of losses before them; the current one has all losses before it.
_STREAKS = """
    WITH counted AS (
        SELECT ruleset, won,
            SUM(CASE WHEN won THEN 0 ELSE 1 END) OVER (PARTITION BY ruleset ORDER BY ended_at, game_id) AS losses,
            SUM(CASE WHEN won THEN 0 ELSE 1 END) OVER (PARTITION BY ruleset) AS all_losses
        FROM games_result
        WHERE player_id = %s AND NOT practice AND NOT merged AND origin <> %s
    ), runs AS (
        SELECT ruleset, losses = all_losses AS lasts, COUNT(*) AS length
        FROM counted WHERE won GROUP BY ruleset, losses, all_losses
    )
    SELECT ruleset, MAX(length), MAX(CASE WHEN lasts THEN length ELSE 0 END) FROM runs GROUP BY ruleset
"""


def statistics(player: Player) -> list[Shown]:
    """A record for each ruleset in which the player has one, in the order of the rulesets; three queries.

    `all` speaks of every counted attempt in which a move was made, `wins` of the won ones only. Practice and races
    aren't counted; what came with a merged guest is, except in streaks.
    """
    counted = Result.objects.filter(player=player, practice=False).exclude(origin=Origin.RACE)
    figures = {row["ruleset"]: dict(row) for row in counted.values("ruleset").annotate(**_FIGURES).order_by()}
    unfinished = Game.objects.filter(player=player, practice=False, status__in=UNFINISHED)
    counts = unfinished.exclude(origin=Origin.RACE).values_list("ruleset").annotate(Count("pk")).order_by()
    in_progress = dict(counts)
    streaks = _streaks(player.pk)
    return [
        _record(name, figures.get(name), in_progress.get(name, 0), streaks.get(name, (0, 0)))
        for name in (*RULESETS, CUSTOM)
        if name in figures or name in in_progress
    ]


def _streaks(player: int) -> dict[str, tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(_STREAKS, (player, Origin.RACE.value))
        return {ruleset: (longest, current) for ruleset, longest, current in cursor.fetchall()}


def _record(ruleset: str, figures: dict[str, Any] | None, in_progress: int, streak: tuple[int, int]) -> Shown:
    of: dict[str, Any] = figures or {**dict.fromkeys(_FIGURES), "played": 0, "wins": 0}
    longest, current = streak
    played, won = of["played"], of["wins"]
    return {
        "ruleset": ruleset,
        "in_progress": in_progress,
        "all": {
            "played": played,
            "won": won,
            "lost": played - won,
            "win_percent": round(100 * won / played, 1) if played else None,
            "average_points": _rounded(of["average_points"]),
        },
        "wins": {
            "best_time_ms": of["best_time_ms"],
            "average_time_ms": _rounded(of["average_time_ms"]),
            "fewest_moves": of["fewest_moves"],
            "best_points": of["best_points"],
            "average_points": _rounded(of["average_points_won"]),
        },
        "streak": {"current": current, "longest": longest},
        "vegas_balance": of["balance"],
    }


def _rounded(value: float | None) -> int | None:
    return None if value is None else round(value)
