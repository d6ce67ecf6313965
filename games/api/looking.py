"""A game that a client looks at."""

from __future__ import annotations

from rest_framework.request import Request

from accounts.views.endpoint import player_of
from games.actions import looking
from games.actions.races import presence
from games.actions.sitting import Sitting


def sit_to_look(request: Request, public_id: str) -> Sitting:
    """One that the player may read. To ask for one's own in a race is to be there. Raises `NotFound`."""
    player = player_of(request)
    sitting = looking.sit_to_look(player, public_id)
    game = sitting.game
    if game.player_id == player.pk and game.in_race and not sitting.history.over:
        presence.requested(player.pk, game.entry.race.public_id)
    return sitting
