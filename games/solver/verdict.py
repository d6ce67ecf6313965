"""What the solver says, and the test that every win must pass before it is said."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Literal, NamedTuple

from games.klondike.legality import why_not
from games.klondike.moves import Move
from games.klondike.position import Position
from games.klondike.rules import Rules

Word = Literal["winnable", "unwinnable", "undecided"]


class Spent(NamedTuple):
    """What an answer cost: CPU time of the thread that asked, classes of positions opened, most memory in tables."""

    cpu_ms: float
    nodes: int
    peak_bytes: int


class Verdict(NamedTuple):
    """`winnable` carries a line from the position to the win, which the rules have replayed; `unwinnable` is a proof,
    a search that left nothing out; `undecided` says that the budget ran out, and nothing about the position."""

    word: Word
    line: tuple[Move, ...]
    spent: Spent


def assert_won(position: Position, line: Sequence[Move], rules: Rules) -> None:
    """Plays a line by the rules. Raises `ValueError` at the first move they refuse, or where it ends short of a win."""
    for place, move in enumerate(line, start=1):
        refusal = why_not(position, move, rules)
        if refusal:
            raise ValueError(f"move {place}, {move}, of a line said to win: {refusal}")
        position = position.after(move, rules)
    if position.stock or position.waste or any(column.up for column in position.columns):
        raise ValueError(f"a line said to win ends with {position.home} cards home")


def difficulty(nodes: int, moves: int) -> int:
    """How hard a winnable deal is: ten for every doubling of the search that found the line, and one for each move.

    Search effort says how well the way is hidden, the line how long it is; each doubling weighs as much as ten moves.
    Compare it only between deals of the same rules, by quantiles.
    """
    return round(10 * log2(1 + nodes)) + moves
