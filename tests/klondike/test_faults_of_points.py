"""Faults of points that players reported of other programs, each with what happens here."""

from __future__ import annotations

import pytest

from games.klondike.errors import (
    RedealLimit,
)
from games.klondike.moves import REDEAL
from tests.klondike.tables import game, play, rules


@pytest.mark.parametrize("line", ["w-f", "1-f", "w-f 1-f", "2-1 w-f"])
@pytest.mark.parametrize("ruleset", ["classic-1", "vegas-1", "standard-1"])
def test_undo_takes_back_the_points_of_the_card_and_of_the_one_turned_up(line: str, ruleset: str) -> None:
    table = rules(ruleset, undo="free")
    board = "waste: AH\n1: 8h AS\n2: 9c KD\n3: KS QD" if line[0] != "2" else "waste: AH\n1: 8S\n2: 9c 7D"
    history = game(board, line, table)
    taken_back = play(history, "undo " * len(line.split()))
    assert taken_back.now == game(board, by=table).now
    assert taken_back.points == (-52 if ruleset == "vegas-1" else 0)


def test_automatic_moves_score_like_any() -> None:
    history = game("foundations: QC QD QH QS\n1: KC\n2: KD\n3: KH\n4: KS", by=rules("standard-1", points="standard"))
    assert history.finish()[-1].points == 40


@pytest.mark.parametrize("elapsed_ms", [0, 1, 999, 29_999, 30_000])
def test_a_win_in_no_time_divides_by_nothing(elapsed_ms: int) -> None:
    won = game("foundations: KC KD KH QS\n1: KS", "1-f", "standard-1")
    assert won.points_at(elapsed_ms) == max(0, 10 - elapsed_ms // 10_000 * 2)


def test_vegas_has_no_floor_for_a_card_taken_back_to_run_up_to() -> None:
    before = game("foundations: 8H\nstock: 2C\n1: 9S", "draw", "vegas-3")
    after = play(before, "h-1")
    assert (before.points, after.points) == (-52, -57)


def test_a_redeal_past_the_limit_costs_no_points() -> None:
    history = game("waste: AH\nstock: 7C", "w-f draw", rules("vegas-1", points="standard"))
    assert history.why_not(REDEAL) == RedealLimit(passes=1)
    assert history.points == 10
