"""Boards as text, read and written."""

from __future__ import annotations

import pytest

from games.klondike.cards import DECK, known, parse_card
from games.klondike.deals import read_deck
from games.klondike.diagram import read, write
from games.klondike.errors import Invalid
from games.klondike.position import dealt, read_position
from tests.klondike.tables import game

BOARD = """\
stock: 7C TS KD
waste: 5H QC
foundations: AC 3D
1: 9S
2: 4c 8H 7S
5: KH
pass: 2"""


def test_a_board_is_written_as_it_was_read() -> None:
    assert write(read(BOARD)) == BOARD


def test_a_board_is_read_with_any_indent_and_order_and_a_written_ten() -> None:
    lines = BOARD.replace("TS", "10S").splitlines()
    assert read("\n".join("    " + line + " " for line in reversed(lines)) + "\n\n") == read(BOARD)


def test_the_first_card_of_the_stock_is_drawn_and_the_last_of_the_waste_is_on_top() -> None:
    position = game(BOARD, "draw").position
    assert write(position).splitlines()[:2] == ["stock: TS KD", "waste: 5H QC 7C"]


def test_a_column_is_drawn_from_its_deepest_card_and_face_down_cards_in_lower_case() -> None:
    column = read(BOARD).columns[1]
    assert ([card.text for card in column.down], [card.text for card in column.up]) == (["4C"], ["8H", "7S"])


def test_cards_the_player_has_not_seen_are_not_named() -> None:
    position = read(BOARD)
    seen = known(tuple(parse_card(text) for text in "5H QC 9S 8H 7S KH AC AD 2D 3D".split()))
    assert write(position, seen) == BOARD.replace("7C TS KD", "?? ?? ??").replace("4c", "??")


def test_a_card_seen_before_is_named_though_it_lies_face_down_again() -> None:
    history = game("stock: 7C TS\n1: 9S\n2: 4c 8H 7S", "draw draw redeal 2-1x2 undo")
    assert write(history.position, history.known) == "stock: 7C TS\n1: 9S\n2: 4c 8H 7S\npass: 2"


def test_a_whole_deal_is_drawn_and_read() -> None:
    position = dealt(read_deck(DECK))
    assert read(write(position)) == position
    assert write(position, 0).count("??") == 52 - 7


def test_one_line_keeps_a_position_and_gives_it_back() -> None:
    for position in [read(BOARD), dealt(read_deck(DECK)), read(""), read("foundations: KC KD KH KS")]:
        assert "\n" not in position.text
        assert read_position(position.text) == position


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("talon: 7C", "talon"),
        ("8: 7C", "8"),
        ("0: 7C", "0"),
        ("1 7C", "1 7C"),
        ("1: 7X", "7X"),
        ("1: 7C\n1: 8C", "1"),
        ("1: 7C 4c", "4c"),
        ("1: 4c", "4c"),
        ("1: 9S 7D", "7D"),
        ("1: 9S 8C", "8C"),
        ("1: 7C\n2: 7C", "7C"),
        ("stock: 7C\nwaste: 7c", "7"),
        ("foundations: 3D\n1: 2D", "2D"),
        ("foundations: 3D 4D", "4D"),
        ("pass: x", "x"),
        ("pass: 0", "0"),
        ("pass: 1 2", "1 2"),
        ("stock: ??", "??"),
    ],
)
def test_what_can_t_be_read_is_named(text: str, named: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(text)
    assert named in str(refused.value)
