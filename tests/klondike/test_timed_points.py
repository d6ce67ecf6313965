"""Points that time counts in: standard, timed, and efficiency."""

from __future__ import annotations

import pytest

from tests.klondike.tables import game, rules

STANDARD = rules("standard-1", points="standard")
WIN = "foundations: KC KD KH JS\n1: KS\n2: QS"


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
