"""What others may see of a player."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import NotFound
from games.actions.races.listing import recent
from games.actions.statistics import statistics
from games.klondike.sight import Shown, rfc3339

RECENT_RACES = 10


def profile(name: str) -> Shown:
    """The player of this name, with record and races unless they keep them private. Raises `NotFound`."""
    player = Player.objects.named(name)
    if player is None or not player.is_active:
        raise NotFound()
    return {
        "player": {
            "id": player.public_id,
            "name": player.name,
            "avatar": player.avatar,
            "guest": player.guest,
            "created_at": rfc3339(int(player.created_at.timestamp() * 1000)),
        },
        "statistics": statistics(player) if player.preferred.public_profile else None,
        "races": recent(player, RECENT_RACES) if player.preferred.public_profile else None,
    }
