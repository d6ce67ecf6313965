"""What each move does to the board."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from tests.klondike.tables import game, rules


def test_draw_one_turns_the_first_card_of_the_stock() -> None:
    assert game("stock: 7C TS KD", "draw").position == read("""
        stock: TS KD
        waste: 7C
    """)


def test_draw_three_turns_one_after_another_and_leaves_the_last_on_top() -> None:
    assert game("stock: 7C TS KD 5H", "draw", "turn-3").position == read("""
        stock: 5H
        waste: 7C TS KD
    """)


def test_the_last_draw_turns_what_is_left() -> None:
    assert game("stock: 7C TS KD 5H", "draw draw", "turn-3").position == read("waste: 7C TS KD 5H")


def test_a_redeal_turns_the_waste_over_so_that_the_first_card_drawn_is_first_again() -> None:
    assert game("stock: 7C TS KD 5H", "draw draw redeal", "turn-3").position == read("""
        stock: 7C TS KD 5H
        pass: 2
    """)


def test_the_waste_is_a_stack_whose_next_card_can_be_played_at_once() -> None:
    assert game("stock: TS 8S 9H\n1: TC\n2: 9D\n3: JD", "draw w-1 w-2 w-3", "turn-3").position == read("""
        1: TC 9H
        2: 9D 8S
        3: JD TS
    """)


def test_the_waste_top_goes_to_its_foundation() -> None:
    assert game("waste: KD AS\nfoundations: 3H", "w-f").position == read("waste: KD\nfoundations: 3H AS")


def test_one_card_goes_from_a_column_to_its_foundation_and_turns_up_the_card_beneath() -> None:
    assert game("foundations: 3H\n1: 9s 5S 4H", "1-f").position == read("foundations: 4H\n1: 9s 5S")
    assert game("foundations: 3H\n1: 9s 4H", "1-f").position == read("foundations: 4H\n1: 9S")


def test_a_run_moves_whole_and_turns_up_the_card_beneath() -> None:
    assert game("1: 9S\n2: 4c 8H 7S", "2-1x2").position == read("1: 9S 8H 7S\n2: 4C")


def test_part_of_a_run_moves_and_turns_up_nothing() -> None:
    assert game("1: 8D\n2: 4c 8H 7S 6H", "2-1x2").position == read("1: 8D 7S 6H\n2: 4c 8H")


def test_a_single_card_moves_between_columns() -> None:
    assert game("1: 8D\n2: 8H 7S", "2-1").position == read("1: 8D 7S\n2: 8H")


def test_a_whole_suit_of_ranks_moves_in_one_run() -> None:
    run = "KC QD JC TD 9C 8D 7C 6D 5C 4D 3C 2D AC"
    assert game(f"1: kh {run}", "1-2x13").position == read(f"1: KH\n2: {run}")


def test_a_king_led_run_fills_an_empty_column() -> None:
    assert game("2: 4c KH QS", "2-1x2").position == read("1: KH QS\n2: 4C")


def test_a_king_goes_from_the_waste_to_an_empty_column() -> None:
    assert game("waste: 7C KD", "w-3").position == read("waste: 7C\n3: KD")


def test_worrying_back_puts_a_foundation_card_on_a_column() -> None:
    assert game("foundations: 8H\n4: 9S", "h-4").position == read("foundations: 7H\n4: 9S 8H")


def test_a_king_is_worried_back_to_an_empty_column() -> None:
    assert game("foundations: KH\n4: 9S", "h-1").position == read("foundations: QH\n1: KH\n4: 9S")


def test_an_ace_is_worried_back_and_leaves_its_foundation_empty() -> None:
    assert game("foundations: AH\n4: 2S", "h-4").position == read("4: 2S AH")


def test_straight_from_the_stock_the_next_of_its_suit_goes_home() -> None:
    board = "stock: 4H 5S\nwaste: 7C\nfoundations: 3H"
    assert game(board, "draw-f", "google-easy").position == read("stock: 5S\nwaste: 7C\nfoundations: 4H")


def test_straight_from_the_stock_any_other_card_stays_on_the_waste() -> None:
    board = "stock: 5H 5S\nwaste: 7C\nfoundations: 3H"
    assert game(board, "draw-f", "google-easy").position == read("stock: 5S\nwaste: 7C 5H\nfoundations: 3H")


@pytest.mark.parametrize("count", [1, 2, 5, 24])
def test_a_custom_table_draws_as_many_as_it_says(count: int) -> None:
    after = game("stock: 7C TS KD 5H 6S 2C", "draw", rules("turn-3", draw=count)).position
    assert " ".join(card.text for card in after.waste) == "7C TS KD 5H 6S 2C"[: 3 * count - 1]


def test_moves_draws_and_redeals_count_one_each_and_turning_up_counts_nothing() -> None:
    assert game("stock: 7C\n1: 9S\n2: 4c 8H 7S", "2-1x2").now.moves == 1
    assert game("stock: 7C TS\n1: 9S\n2: 4c 8H 7S", "2-1x2 draw draw redeal draw").now.moves == 5
