"""Ratings in a player's own copy of their data."""

from __future__ import annotations

from accounts.models import Player
from games.actions.now import moment
from games.actions.ratings.view import show_ratings
from games.klondike.sight import Shown
from games.models import RatingChange


def export(sender: object, *, player: Player, **_: object) -> Shown:
    """The ratings, and each race that changed one."""
    changes = RatingChange.objects.filter(player=player).select_related("race").order_by("race")
    return {
        "ratings": show_ratings(player),
        "rating_changes": [
            {
                "race": change.race.public_id,
                "ruleset": change.ruleset,
                "at": moment(change.at),
                "before": round(change.mean_before),
                "after": round(change.mean),
                "deviation": round(change.deviation),
            }
            for change in changes
        ],
    }
