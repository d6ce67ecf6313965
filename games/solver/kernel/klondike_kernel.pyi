"""Klondike solved exactly, all cards known.

Cards are numbers, 4 · rank + suit, with ranks from 0 and suits diamonds, hearts, clubs, spades. Foundations are four
counts in that order of suits. A position outside what the proofs cover raises `ValueError`.
"""

from typing import TypeAlias

_Column: TypeAlias = tuple[list[int], list[int]]

class Cancellation:
    """Stops the searches it was given to, from any thread."""

    def __init__(self) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

class Position:
    def __init__(
        self,
        columns: list[_Column],
        stock: list[int],
        waste: list[int],
        home: list[int],
        redeals: int = 0,
        lowest: int = 0,
        ranks: int = 13,
    ) -> None:
        """Columns are face-down and face-up cards, deepest first; the stock's first card is drawn next, the waste's
        last is its top. Cards of ranks under `lowest`, or from `ranks` on, are not in the deck."""

class Rules:
    def __init__(self, draw: int, passes: int, worrying_back: bool) -> None:
        """`passes` 0: no limit."""

class Answer:
    word: str
    line: list[str]
    cpu_ms: float
    nodes: int
    peak_bytes: int

PRUNINGS: list[str]

def solve(
    position: Position,
    rules: Rules,
    cpu_ms: float = 0,
    nodes: int = 0,
    bytes: int = 0,
    cancellation: Cancellation | None = None,
    without: list[str] = [],
) -> Answer:
    """Limits of 0 are none. `without` names prunings to turn off. Lets the interpreter go while it searches."""

def successors(position: Position, rules: Rules) -> list[tuple[list[int], list[int], int, int, int]]:
    """What one abstract move makes of a position, no pruning applied: for each outcome the cards in place of each
    column, the foundations, the places left of waste and stock together as a mask, the size of the waste, and the
    redeals."""
