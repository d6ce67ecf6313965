"""What others may see of a player."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import NotFound
from games.actions.achievements import achievements
from games.actions.friends.listing import find
from games.actions.plots import plots
from games.actions.races.listing import recent
from games.actions.ratings.view import show_ratings
from games.actions.statistics import statistics
from games.klondike.sight import Shown, rfc3339

RECENT_RACES = 10


def profile(name: str) -> Shown:
    """The player of this name, with record and races unless they keep them private. Raises `NotFound`."""
    player = find(name=name)
    public = player.preferred.public_profile
    return {
        "player": {
            "id": player.public_id,
            "name": player.name,
            "avatar": player.avatar,
            "guest": player.guest,
            "created_at": rfc3339(int(player.created_at.timestamp() * 1000)),
        },
        "statistics": statistics(player) if public else None,
        "ratings": show_ratings(player) if public else None,
        "achievements": achievements(player) if public else None,
        "races": recent(player, RECENT_RACES) if public else None,
    }


def record(player: Player) -> Shown:
    """A player's own."""
    return {
        "statistics": statistics(player),
        "ratings": show_ratings(player),
        "achievements": achievements(player),
    }


def drawn(name: str, ruleset: str) -> Shown:
    """The curves of the player of this name. Raises `NotFound`, for one who keeps them private too."""
    player = find(name=name)
    if not player.preferred.public_profile:
        raise NotFound()
    return plots(player, ruleset)
