"""Putting a game out of sight."""

from __future__ import annotations

from games.actions.play import UNASKED, carry_out, stop
from games.klondike.events import EndedBy
from games.models import Game


def remove(player: int, public_id: str) -> None:
    """Gives the game up if it isn't over (void where no move was made), and leaves it out of the list from now on.

    Its log, result and page stay. Raises `NotFound`, `NotInRace`.
    """
    carry_out(player, public_id, UNASKED, lambda hand: stop(hand, EndedBy.CONCEDED), in_race=False)
    Game.objects.filter(public_id=public_id, player=player).update(hidden=True)
