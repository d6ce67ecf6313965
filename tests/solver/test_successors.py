"""What the kernel's abstract moves make of a position is what exhaustive play on the table makes of it."""

from __future__ import annotations

from random import Random

import klondike_kernel as kernel
import pytest

from games.klondike.cards import KING, Card
from games.klondike.deals import deal_from_seed
from games.klondike.legality import legal_moves
from games.klondike.moves import Kind
from games.klondike.position import Position, dealt
from games.klondike.rules import CUSTOM, Rules
from games.solver import reference
from games.solver.search import as_kernel

Projected = tuple[tuple[int, ...], tuple[int, ...], int, int, int]


class Projection:
    """Positions as the kernel sees them, from the one in which its search begins."""

    def __init__(self, start: Position, rules: Rules) -> None:
        self.rules = rules
        self.places = {card: place for place, card in enumerate(start.waste + start.stock)}
        self.lain = [column.down + column.up[:1] for column in start.columns]

    def of(self, position: Position) -> Projected:
        clubs, diamonds, hearts, spades = position.foundations
        stock = sum(1 << self.places[card] for card in position.waste + position.stock)
        waste, redeals = self.talon(position)
        counts = tuple(self.count(cards, position) for cards in self.lain)
        return counts, (diamonds, hearts, clubs, spades), stock, waste, redeals

    def count(self, cards: tuple[Card, ...], position: Position) -> int:
        """How many of the cards that lay in a column are in place, a king on the table of an empty column aside."""
        for column in position.columns:
            if cards and (column.down + column.up)[:1] == cards[:1] and (column.down or cards[0].rank != KING):
                return len(column.down) + 1
        return 0

    def talon(self, position: Position) -> tuple[int, int]:
        """Size of the waste and redeals, folded as `talon.hpp` says."""
        waste, left = len(position.waste), len(position.waste) + len(position.stock)
        if self.rules.passes:
            return (0, 0) if left <= 1 else (waste, position.pass_number - 1)
        return (0 if waste % self.rules.draw == 0 or waste == left else waste), 0


def around(position: Position, rules: Rules, projection: Projection) -> set[Projected]:
    """What one move that counts can make of a position, after any number of moves that don't: draws, redeals, and run
    moves that turn no card up. A redeal is only made on the way to a talon play."""
    start, found, seen, open_ = projection.of(position), set(), {position}, [position]
    while open_:
        here = open_.pop()
        for move in legal_moves(here, rules):
            after = here.after(move, rules)
            if rules.passes is None:
                after = after._replace(pass_number=1)
            image = projection.of(after)
            if move.kind in (Kind.DRAW, Kind.REDEAL) or image == start:
                if after not in seen and after.pass_number <= position.pass_number + 1:
                    seen.add(after)
                    open_.append(after)
            elif move.kind in (Kind.WASTE_UP, Kind.WASTE_DOWN) or talon(here) == talon(position):
                found.add(image)
    return found


def talon(position: Position) -> tuple[object, ...]:
    """Stock, waste and pass."""
    return position.stock, position.waste, position.pass_number


def best(outcomes: set[Projected], rules: Rules) -> set[Projected]:
    """With several passes that reach the same outcome the kernel keeps the first."""
    if not rules.passes:
        return outcomes
    first: dict[tuple[object, ...], Projected] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome[4]):
        first.setdefault(outcome[:4], outcome)
    return set(first.values())


@pytest.mark.parametrize("draw", [1, 2, 3, 5])
@pytest.mark.parametrize("passes", [None, 1, 2])
@pytest.mark.parametrize("worrying_back", [True, False])
def test_abstract_moves_are_those_of_exhaustive_play(draw: int, passes: int | None, worrying_back: bool) -> None:
    rules = Rules(CUSTOM, draw=draw, passes=passes, worrying_back=worrying_back)
    random = Random(f"{draw} {passes} {worrying_back}")
    for _ in range(6):
        deal = deal_from_seed(random.randbytes(32))
        position = reference.wander(dealt(deal), rules, random.randrange(60), random)
        if rules.passes is None:
            position = position._replace(pass_number=1)
        if len(position.stock) + len(position.waste) == 0:
            continue
        projection = Projection(position, rules)
        asked = kernel.successors(as_kernel(position), kernel.Rules(draw, passes or 0, worrying_back))
        told = {(tuple(counts), tuple(home), stock, waste, redeals) for counts, home, stock, waste, redeals in asked}
        assert told == best(around(position, rules, projection), rules)
