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


class Mark(NamedTuple):
    """A player's best on a board: `rank_by` orders it, at `achieved_at` (ms) it was first reached, in `game`."""

    rank_by: int
    achieved_at: int
    game: int | None


Marks = Mapping[str, Mark]
"""By the key of the board."""


def after_win(result: Result, held: Mapping[str, int], runs: Mapping[str, int]) -> dict[str, Mark]:
    """The marks that a clean win sets or betters, where `rank_by` is `held`. `runs` says how many such wins in a row,
    this one included, lie within each period of the day."""
    at = ms_of(result.ended_at)
    bettered = {}
    for period in periods(result.day):
        offers = {
            Board.FASTEST: result.wall_ms,
            Board.ACTIONS: result.actions,
            Board.WINS: _wins(held.get(key(Board.WINS, result.ruleset, period))) + 1,
            Board.STREAK: runs[period.id],
        }
        if result.points is not None and result.scoring_version == SCORING_VERSION:
            offers[Board.POINTS] = result.points
        for board, value in offers.items():
            name = key(board, result.ruleset, period)
            ranked, before = rank_by(board, value), held.get(name)
            if before is None or ranked < before:
                bettered[name] = Mark(ranked, at, result.pk)
    return bettered


def _wins(held: int | None) -> int:
    return 0 if held is None else value_of(Board.WINS, held)


def ranks(marks: Marks) -> dict[str, int]:
    """`rank_by` alone."""
    return {name: mark.rank_by for name, mark in marks.items()}


def marks_of(results: Iterable[Result], withheld: Collection[int] = ()) -> dict[str, Mark]:
    """All marks of a player's solo results of one ruleset, which come in the order in which they ended. A loss ends a
    run of wins; a win that isn't clean, or is `withheld` (keys), neither ends nor lengthens it."""
    marks: dict[str, Mark] = {}
    held: dict[str, int] = {}
    runs: Counter[str] = Counter()
    for result in results:
        if not result.won:
            runs.clear()
        elif result.is_clean and result.pk not in withheld:
            runs.update(period.id for period in periods(result.day))
            bettered = after_win(result, held, runs)
            marks |= bettered
            held |= ranks(bettered)
    return marks
