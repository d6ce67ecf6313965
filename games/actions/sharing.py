"""Giving a deal to others."""

from __future__ import annotations

from accounts.problems import NotFound
from games.actions.answer import Answer
from games.actions.now import moment, now_ms
from games.actions.play import Command, carry_out, sets_apart
from games.actions.problems import DealClosed
from games.models import Game, ShareCode
from games.models.game import Origin


def share(player: int, public_id: str, command: Command) -> tuple[Answer, ShareCode]:
    """A code for the game's deal and ruleset, the same one each time. A game that isn't over is practice from then on.

    Raises `DealClosed` while others play the same deal for the day, `NotInRace`.
    """
    game = Game.objects.select_related("deal").filter(public_id=public_id, player=player).first()
    if game is None:
        raise NotFound()
    if game.origin == Origin.DAILY and not game.deal.open_at(moment(now_ms())):
        raise DealClosed()
    answer = carry_out(player, public_id, command, sets_apart, in_race=False)
    code, _ = ShareCode.objects.get_or_create(game=game)
    return answer, code
