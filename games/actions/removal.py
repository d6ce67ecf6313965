"""Putting a game out of sight."""

from __future__ import annotations

from games.actions.play import Command, Hand, Steps, carry_out
from games.klondike.events import EndedBy
from games.models import Game


def remove(player: int, public_id: str) -> None:
    """Gives the game up if it isn't over (void where no move was made), and leaves it out of the list from now on.

    Its log, result and page stay. Raises `NotFound`, `NotInRace`.
    """

    def decide(hand: Hand) -> Steps:
        if hand.game.over:
            return []
        ended_by = EndedBy.CONCEDED if hand.game.started else EndedBy.VOID
        return [hand.game.end(ended_by, hand.at, seen_at=hand.seen_at)]

    carry_out(player, public_id, Command(None, None, None), decide, in_race=False)
    Game.objects.filter(public_id=public_id, player=player).update(hidden=True)
