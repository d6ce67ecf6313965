"""The one notation, and what each move does to the board."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.errors import Invalid, NotARun
from games.klondike.moves import MOVES, Kind, parse_move
from tests.klondike.board import NOTATION
from tests.klondike.tables import game, rules


def test_every_move_there_is_has_one_notation_that_reads_back() -> None:
    assert set(MOVES) == set(NOTATION)
    assert all(parse_move(text) is move and str(move) == text for text, move in MOVES.items())


@pytest.mark.parametrize(("text", "same"), [("DRAW", "draw"), ("W-F", "w-f"), ("H-4", "h-4"), ("4-6X3", "4-6x3")])
def test_notation_is_read_in_either_case(text: str, same: str) -> None:
    assert parse_move(text) is MOVES[same]


def test_one_card_needs_no_count() -> None:
    assert parse_move("4-6x1") is parse_move("4-6")


@pytest.mark.parametrize(
    "text",
    ["", " ", "4", "4-", "4-4", "4-4x2", "0-1", "1-8", "4-6x0", "4-6x14", "4-6x-1", "4-6x", "4-6x1.5", "46", "w-w",
     "h-f", "h-s", "h-h", "f-4", "4-w", "4-h", "draw-4", "redeal-f", "undo", "４-6", "4-6x٣", "4–6"],
)  # fmt: skip
def test_what_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        parse_move(text)


@pytest.mark.parametrize("text", ["4-fx2", "w-fx2", "w-4x2"])
def test_a_run_is_never_sent_to_a_foundation_or_taken_from_the_waste(text: str) -> None:
    with pytest.raises(NotARun):
        parse_move(text)


def test_a_foundation_card_never_goes_to_another_foundation() -> None:
    assert {move.text[2:] for move in MOVES.values() if move.kind is Kind.WORRY_BACK} == set("1234567")


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


def test_every_kind_of_move_stands_in_the_notation() -> None:
    assert {move.kind for move in MOVES.values()} == set(Kind)
