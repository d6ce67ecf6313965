"""What results come to on the boards: pure, the same for one result more and for all of them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from games.actions.boards.board import Board, key, rank_by, value_of
from games.actions.boards.period import periods
from games.actions.now import ms_of
from games.klondike.scoring import SCORING_VERSION
from games.models import Result
from games.models.game import Origin

DEALT_TO_ONE = (Origin.RANDOM, Origin.WINNABLE)
"""Of such deals boards tell: nobody else could know the cards. A race and a day have boards of their own."""


class Mark(NamedTuple):
    """A player's best on a board: `rank_by` orders it, at `achieved_at` (ms) it was first reached, in `game`."""

    rank_by: int
    achieved_at: int
    game: int | None


Marks = Mapping[str, Mark]
"""By the key of the board."""


def after_win(result: Result, marks: Marks, runs: Mapping[str, int]) -> dict[str, Mark]:
    """The marks that a clean win sets or betters. `runs` says how many such wins in a row, this one included, lie
    within each period of the day."""
    at = ms_of(result.ended_at)
    bettered = {}
    for period in periods(result.day):
        offers = {
            Board.FASTEST: result.wall_ms,
            Board.ACTIONS: result.actions,
            Board.WINS: _wins(marks.get(key(Board.WINS, result.ruleset, period))) + 1,
            Board.STREAK: runs[period.id],
        }
        if result.points is not None and result.scoring_version == SCORING_VERSION:
            offers[Board.POINTS] = result.points
        for board, value in offers.items():
            name = key(board, result.ruleset, period)
            mark, held = Mark(rank_by(board, value), at, result.pk), marks.get(name)
            if held is None or mark.rank_by < held.rank_by:
                bettered[name] = mark
    return bettered


def _wins(mark: Mark | None) -> int:
    return value_of(Board.WINS, mark.rank_by) if mark else 0


def marks_of(results: Iterable[Result], withheld: Collection[int] = ()) -> dict[str, Mark]:
    """All marks of a player's solo results of one ruleset, which come in the order in which they ended. A loss ends a
    run of wins; a win that isn't clean, or is `withheld` (keys), neither ends nor lengthens it."""
    marks: dict[str, Mark] = {}
    runs: Counter[str] = Counter()
    for result in results:
        if not result.won:
            runs.clear()
        elif result.is_clean and result.pk not in withheld:
            runs.update(period.id for period in periods(result.day))
            marks |= after_win(result, marks, runs)
    return marks
