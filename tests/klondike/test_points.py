"""Points of each formula, move by move."""

from __future__ import annotations

import pytest

from games.klondike.errors import RedealLimit
from games.klondike.rules import Rules
from tests.klondike.tables import game, play, rules

STANDARD = rules("standard-1", points="standard")
WIN = "foundations: KC KD KH JS\n1: KS\n2: QS"


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
    assert game("stock: AD 7C", "draw-f draw-f", table).points == 10


def test_standard_draw_one_charges_a_hundred_for_every_redeal() -> None:
    board = "foundations: JC JD JH JS\n1: QC\n2: QD\n3: QH\n4: QS\n5: KC\n6: KD\n7: KH\nstock: KS"
    line = "1-f 2-f 3-f 4-f 5-f 6-f 7-f draw redeal"
    assert game(board, line.removesuffix(" redeal"), STANDARD).points == 70
    assert game(board, line, STANDARD).points == 0
    assert game(board, line + " draw w-f", STANDARD).points == 10


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


@pytest.mark.parametrize(("seconds", "points"), [(0, 10), (9, 10), (10, 8), (19, 8), (20, 6), (50, 0), (900, 0)])
def test_standard_timed_takes_two_for_every_ten_seconds(seconds: int, points: int) -> None:
    assert game("waste: AD\n1: 9S", "w-f", "standard-1").points_at(seconds * 1000 + 999) == points


@pytest.mark.parametrize(
    ("seconds", "bonus"),
    [(0, 0), (1, 0), (30, 0), (30.001, 23_333), (31, 22_580), (100, 7_000), (333, 2_102), (700_001, 0)],
)
def test_a_timed_win_after_more_than_thirty_seconds_earns_a_bonus(seconds: float, bonus: int) -> None:
    won = game(WIN, "2-f 1-f", "standard-3")
    assert won.points_at(int(seconds * 1000)) == max(0, 20 - int(seconds) // 10 * 2) + bonus


def test_there_is_no_bonus_without_a_win_or_without_the_time() -> None:
    assert game(WIN, "2-f", "standard-3").points_at(31_000) == 4
    assert game(WIN, "2-f 1-f", STANDARD).points_at(31_000) == 20


@pytest.mark.parametrize(("elapsed_ms", "points"), [(0, 99), (999, 99), (1000, 98), (98_999, 1), (500_000, 0)])
def test_efficiency_is_cards_home_less_moves_less_seconds_and_never_below_nothing(elapsed_ms: int, points: int) -> None:
    assert game("waste: AD\n1: 9S", "w-f", "classic-1").points_at(elapsed_ms) == points


def test_an_efficient_win_earns_five_thousand_more() -> None:
    assert game(WIN, "2-f 1-f", "classic-3").points_at(10_000) == 5_200 - 2 - 10 + 5_000
    assert game(WIN, "2-f 1-f", "classic-3").points_at(90_000_000) == 5_000


def test_efficiency_forgets_what_was_undone() -> None:
    assert game("stock: 7C 8C\nwaste: AD\n1: 9S", "w-f draw draw undo", "classic-1").points == 98


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
