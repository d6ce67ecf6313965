"""A player's record as curves and bars, ready to draw; each says whom it counts. Derived from results each time."""

from __future__ import annotations

from itertools import pairwise

from django.db.models import Count, Q
from django.db.models.functions import TruncMonth

from accounts.models import Player
from games.actions.now import moment
from games.klondike.sight import Shown
from games.models import RatingChange, Result
from games.models.game import Origin

EDGES_S = (0, 60, 90, 120, 150, 180, 240, 300, 420, 600, 900, 1800)
"""Where the bars of times begin; the last one has no end."""

MOST_RATINGS = 500


def plots(player: Player, ruleset: str) -> Shown:
    """Three queries. Practice and races aren't counted; what came with a merged guest is."""
    counted = Result.objects.filter(player=player, ruleset=ruleset, practice=False).exclude(origin=Origin.RACE)
    bars = [(low * 1000, high * 1000 if high else None) for low, high in pairwise((*EDGES_S, None)) if low is not None]
    within = {
        f"bar_{low}": Count("pk", Q(elapsed_ms__gte=low) & (Q(elapsed_ms__lt=high) if high else Q()))
        for low, high in bars
    }
    counts = counted.filter(won=True).aggregate(**within)
    months = counted.annotate(month=TruncMonth("day")).values("month")
    return {
        "ruleset": ruleset,
        "times": {
            "counts": "wins",
            "bars": [{"from_ms": low, "to_ms": high, "wins": counts[f"bar_{low}"]} for low, high in bars],
        },
        "win_rate": {
            "counts": "all",
            "months": [
                {
                    "month": f"{row['month']:%Y-%m}",
                    "played": row["played"],
                    "won": row["won_games"],
                    "win_percent": round(100 * row["won_games"] / row["played"], 1),
                }
                for row in months.annotate(played=Count("pk"), won_games=Count("pk", Q(won=True))).order_by("month")
            ],
        },
        "rating": {"counts": "ranked races", "points": _ratings(player, ruleset)},
    }


def _ratings(player: Player, ruleset: str) -> list[Shown]:
    """The last of them, oldest first."""
    changes = RatingChange.objects.filter(player=player, ruleset=ruleset).order_by("-race")[:MOST_RATINGS]
    return [
        {"at": moment(change.at), "rating": round(change.mean), "deviation": round(change.deviation)}
        for change in reversed(changes)
    ]
