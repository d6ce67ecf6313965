"""A player's ratings as clients see them."""

from __future__ import annotations

from accounts.models import Player
from games.actions.boards.standings import PROVISIONAL_RACES
from games.klondike.sight import Shown
from games.models import Rating


def show_ratings(player: Player) -> list[Shown]:
    """By ruleset; a provisional one stands on no board yet."""
    return [
        {
            "ruleset": rating.ruleset,
            "rating": round(rating.mean),
            "deviation": round(rating.deviation),
            "races": rating.races,
            "provisional": rating.races < PROVISIONAL_RACES,
        }
        for rating in Rating.objects.filter(player=player).order_by("ruleset")
    ]
