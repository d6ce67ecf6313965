"""Standard points, move by move."""

from __future__ import annotations

import pytest

from tests.klondike.tables import game, play, rules

STANDARD = rules("standard-1", points="standard")


@pytest.mark.parametrize("ruleset", ["google-easy", "google-hard", "turn-1", "turn-3"])
def test_some_rulesets_have_no_points(ruleset: str) -> None:
    assert game("stock: 7C", "draw", ruleset).points is None


@pytest.mark.parametrize(
    ("board", "move", "worth"),
    [
        ("waste: 8D\n1: 9S", "w-1", 5),
        ("waste: AD\n1: 9S", "w-f", 10),
        ("1: AD", "1-f", 10),
        ("1: 9s AD", "1-f", 15),
        ("1: 9S\n2: 4c 8D", "2-1", 5),
        ("1: 9S\n2: 4c 8D 7S", "2-1x2", 5),
        ("1: 9S\n2: 9C 8D", "2-1", 0),
        ("1: KS", "1-2", 0),
        ("stock: 7C", "draw", 0),
    ],
)
def test_standard_pays_for_each_step(board: str, move: str, worth: int) -> None:
    assert game(board, move, STANDARD).points == worth


def test_standard_charges_for_worrying_back() -> None:
    assert game("waste: AD\n1: AC\n2: 2S\n3: 4H", "w-f 1-f d-2", STANDARD).points == 5


def test_standard_is_floored_at_each_step_and_not_at_the_end() -> None:
    assert game("foundations: 8H\n1: 9S\n3: TD\nwaste: 9C", "h-1 w-3", STANDARD).points == 5


def test_standard_pays_a_card_straight_from_the_stock_like_one_from_the_waste() -> None:
    table = rules("google-easy", points="standard", finish="offered")
    assert [game("stock: AD 7C", line, table).points for line in ("draw-f", "draw-f draw-f")] == [10, 10]


def test_standard_draw_one_charges_a_hundred_for_every_redeal() -> None:
    board = "foundations: TC TD TH TS\n1: JC\n2: JD\n3: JH\n4: JS\n5: QC\n6: QD\n7: QH\nstock: QS KC KD KH KS"
    line = "1-f 2-f 3-f 4-f 5-f 6-f 7-f" + " draw w-f" * 4 + " draw"
    assert game(board, line, STANDARD).points == 110
    assert game(board, line + " redeal", STANDARD).points == 10
    assert game(board, line + " redeal draw redeal", STANDARD).points == 0
    assert game(board, line + " redeal draw redeal draw w-f", STANDARD).points == 10


@pytest.mark.parametrize("draw", [2, 3, 24])
def test_standard_with_more_cards_charges_twenty_from_the_fourth_redeal_on(draw: int) -> None:
    board = "foundations: JC JD JH JS\n1: QC\n2: QD\n3: QH\n4: QS\n5: KC\n6: KD\n7: KH\nstock: KS"
    history = game(board, "1-f 2-f 3-f 4-f 5-f 6-f 7-f", rules("standard-3", points="standard", draw=draw))
    paid = [history.points]
    for _ in range(5):
        history = play(history, "draw redeal")
        paid.append(history.points)
    assert paid == [70, 70, 70, 70, 50, 30]


def test_undo_restores_move_points_and_redo_gives_them_again() -> None:
    history = game("waste: AD\n1: 9s AC", "w-f 1-f", STANDARD)
    assert [play(history, line).points for line in ("", "undo", "undo undo", "undo undo redo")] == [25, 10, 0, 10]


def test_the_finish_scores_like_play_by_hand() -> None:
    history = game("foundations: KC KD QH JS\n1: KS\n2: QS\n3: KH", by=STANDARD)
    assert history.finish()[-1].points == play(history, "2-f 1-f 3-f").points == 30
