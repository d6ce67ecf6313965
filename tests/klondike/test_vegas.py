"""Points at the Vegas table, and redeals refused."""

from __future__ import annotations

import pytest

from games.klondike.errors import RedealLimit
from games.klondike.rules import Rules
from tests.klondike.tables import game, play, rules

WIN = "foundations: KC KD KH JS\n1: KS\n2: QS"


def test_a_vegas_stake_is_paid_at_the_first_move_and_undo_does_not_give_it_back() -> None:
    line = [game("stock: 7C 8C", line, "vegas-1").points for line in ("", "draw", "draw undo", "draw undo draw")]
    assert line == [0, -52, -52, -52]


@pytest.mark.parametrize(
    ("board", "line", "points"),
    [
        ("waste: AD\n1: 9S", "w-f", -47),
        ("1: 9s AD", "1-f", -47),
        ("foundations: 8H\n1: 9S", "h-1", -57),
        ("foundations: 8H\n1: 9S", "h-1 1-f", -52),
        ("1: 9S\n2: 4c 8D", "2-1", -52),
        (WIN, "2-f 1-f", -42),
    ],
)
def test_vegas_pays_five_a_card_home_and_takes_five_a_card_back(board: str, line: str, points: int) -> None:
    assert game(board, line, "vegas-3").points == points


def test_vegas_has_no_floor_and_no_time() -> None:
    history = game("foundations: 8H 2C\n1: 9S\n2: 3D", "h-1 c-2", "vegas-3")
    assert history.points_at(0) == history.points_at(90_000_000) == -62


def test_vegas_pays_a_card_straight_from_the_stock() -> None:
    table = rules("google-easy", points="vegas", finish="offered")
    assert [game("stock: AD 7C", line, table).points for line in ("draw-f", "draw-f draw-f")] == [-47, -47]


@pytest.mark.parametrize("table", [rules("vegas-3"), rules("google-hard", draw=1, points="standard")])
def test_a_redeal_refused_by_the_limit_costs_nothing(table: Rules) -> None:
    history = game("waste: AD\nstock: 7C\n1: AC", "w-f draw redeal draw redeal draw 1-f", table)
    before = history.points
    with pytest.raises(RedealLimit):
        play(history, "redeal")
    assert history.points == before
