"""What boards there are, and how their figures are ordered."""

from __future__ import annotations

from enum import StrEnum

from games.actions.boards.period import Period, Span


class Board(StrEnum):
    """What a board ranks by; each ruleset has its own."""

    FASTEST = "fastest"
    """The time of a win, first move to end, pauses included."""
    ACTIONS = "actions"
    """Moves, undos and redos of a win."""
    POINTS = "points"
    """Of a win, where the ruleset has points."""
    WINS = "wins"
    STREAK = "streak"
    """Wins with no loss between them."""
    RATING = "rating"
    """Of ranked races, as it is now."""
    DAILY = "daily"
    """The time of a win of the day's deal."""


SMALLER_IS_BETTER = (Board.FASTEST, Board.ACTIONS, Board.DAILY)

SPANS = {Board.RATING: (Span.ALL,), Board.DAILY: (Span.DAY,)}
"""The periods of the boards that don't have all of them."""

LIMIT = 1 << 36
"""`rank_by` is from 0 up to here: as milliseconds, two years."""

_TIMES = (Board.FASTEST, Board.DAILY)
_MIDDLE = LIMIT >> 1
_APART = 6
"""Figures that many players share stand 64 apart, so that a leaf of the tree of counts holds one of them; of times,
which few share, it holds 64 milliseconds."""


def key(board: Board, ruleset: str, period: Period) -> str:
    """The name of a board in the database."""
    return f"{board}:{ruleset}:{period.id}"


def rank_by(board: Board, value: int) -> int:
    """A figure in the order in which it stands, smaller above; beyond the limit all are equal."""
    spread = value if board in _TIMES else value << _APART
    ordered = spread if board in SMALLER_IS_BETTER else _MIDDLE - spread
    return min(max(ordered, 0), LIMIT - 1)


def value_of(board: Board, ranked_by: int) -> int:
    """The figure again."""
    ordered = ranked_by if board in SMALLER_IS_BETTER else _MIDDLE - ranked_by
    return ordered if board in _TIMES else ordered >> _APART
