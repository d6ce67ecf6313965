"""The way to the kernel and back: positions become its numbers, its lines become moves, and every win is replayed."""

from __future__ import annotations

from typing import NamedTuple, cast

import klondike_kernel as kernel

from games.klondike.cards import Cards
from games.klondike.deals import Deal
from games.klondike.moves import parse_move
from games.klondike.position import Position, dealt
from games.klondike.rules import Rules
from games.solver.verdict import Spent, Verdict, Word, assert_won

_SUITS = (2, 0, 1, 3)
"""The kernel's number of each suit, in our order of clubs, diamonds, hearts, spades: it puts the red ones first."""


class Budget(NamedTuple):
    """What a search may spend: `ms` of CPU time, `nodes` classes opened, `memory` bytes of tables; 0 is no limit.

    `cancellation` stops it from another thread.
    """

    ms: float = 0
    nodes: int = 0
    memory: int = 0
    cancellation: kernel.Cancellation | None = None


NO_LIMIT = Budget()


class OutsideProofs(ValueError):
    """The position, or a rule, is none that the solver's proofs cover."""


def solve(
    what: Deal | Position, rules: Rules, budget: Budget = NO_LIMIT, *, without: tuple[str, ...] = (), lowest: int = 1
) -> Verdict:
    """The verdict on a deal, or on any position reached in play; other threads run while it searches.

    Of the rules only draw, passes and worrying back matter. Direct from stock doesn't: `draw-f` is a draw, with the
    foundation move that could follow it. Undo, points and finish change no position's future. `without` names prunings
    of the kernel to turn off, which changes the time and never the word. Cards of a rank under `lowest` are home for
    good: that is for small decks. Raises `OutsideProofs`.
    """
    position = dealt(what) if isinstance(what, Deal) else what
    try:
        answer = kernel.solve(
            as_kernel(position, lowest),
            kernel.Rules(rules.draw, rules.passes or 0, rules.worrying_back),
            cpu_ms=budget.ms,
            nodes=budget.nodes,
            bytes=budget.memory,
            cancellation=budget.cancellation,
            without=list(without),
        )
    except ValueError as refusal:
        raise OutsideProofs(*refusal.args) from refusal
    line = tuple([parse_move(move) for move in answer.line])
    if answer.word == "winnable":
        assert_won(position, line, rules)
    return Verdict(cast(Word, answer.word), line, Spent(answer.cpu_ms, answer.nodes, answer.peak_bytes))


def as_kernel(position: Position, lowest: int = 1) -> kernel.Position:
    """A position in the kernel's numbers. Ranks above all cards in it are taken not to be in the deck."""
    clubs, diamonds, hearts, spades = position.foundations
    piles = [position.stock, position.waste, *[cards for column in position.columns for cards in column]]
    ranks = max([card.rank for pile in piles for card in pile], default=0)
    return kernel.Position(
        [(_numbers(down), _numbers(up)) for down, up in position.columns],
        _numbers(position.stock),
        _numbers(position.waste),
        [diamonds, hearts, clubs, spades],
        redeals=position.pass_number - 1,
        lowest=lowest - 1,
        ranks=max(ranks, *position.foundations),
    )


def _numbers(cards: Cards) -> list[int]:
    return [4 * (card.rank - 1) + _SUITS[card.suit] for card in cards]
