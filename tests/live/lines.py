"""Lines of play on known deals."""

from __future__ import annotations

from random import Random

from games.klondike.deals import deal_from_seed
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed


def wandering(length: int, seed: int, number: int = 8, ruleset: str = "turn-1") -> list[str]:
    """Random legal moves on a numbered deal that don't end the game."""
    rules = RULESETS[ruleset]
    chance = Random(seed)
    game = History.start(dealt(deal_from_seed(number_seed(number))), rules)
    moves: list[str] = []
    while len(moves) < length:
        after = game.play(chance.choice(legal_moves(game.position, rules)))
        if not after.over:
            game = after
            moves.append(after.event.detail or "")
    return moves
