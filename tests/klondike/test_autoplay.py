"""The automatic move of a card."""

from __future__ import annotations

import pytest

from games.klondike.autoplay import automatic_move
from games.klondike.diagram import read
from games.klondike.errors import EmptyPile, FaceDown, Refusal
from games.klondike.moves import Move, parse_move


def auto(board: str, pile: str, count: int = 1) -> str:
    """The automatic move in notation, or the code with which it is refused."""
    answer = automatic_move(read(board), pile, count)
    return answer.text if isinstance(answer, Move) else answer.code


def test_a_card_goes_to_its_foundation_first() -> None:
    assert auto("waste: 2H\nfoundations: AH\n3: 3S", "w") == "w-f"
    assert automatic_move(read("foundations: AH\n2: 2H\n3: 3S"), "2") == parse_move("2-f")


def test_else_a_card_goes_to_the_leftmost_legal_column() -> None:
    board = "waste: 8H\n2: 9C\n4: 9S\n5: 8D"
    assert auto(board, "w") == "w-2"
    assert auto(board, "5") == "5-2"
    assert auto(board.replace("2: 9C", "2: TC"), "5") == "5-4"


def test_a_run_goes_from_its_highest_card_and_never_home() -> None:
    board = "1: 2s 8H 7S\n3: 9S\n5: 8D"
    assert auto(board, "1", 2) == "1-3x2"
    assert auto(board, "1", 1) == "1-5"
    assert auto("foundations: AH\n1: 2H AS\n3: 3S", "1", 2) == "1-3x2"


def test_a_king_goes_to_the_leftmost_space() -> None:
    assert auto("waste: KD\n1: 9S\n4: 9C", "w") == "w-2"
    assert auto("1: 9S\n2: 4c KD QS\n4: 9C", "2", 2) == "2-3x2"


def test_a_base_king_does_not_shuttle_to_another_space() -> None:
    assert auto("2: KD", "2") == "no_automatic_move"
    assert auto("2: KD QS", "2", 2) == "no_automatic_move"
    assert auto("foundations: QD\n2: KD", "2") == "2-f"


@pytest.mark.parametrize(("pile", "count"), [("w", 1), ("1", 1), ("1", 2)])
def test_a_card_with_nowhere_to_go_stays(pile: str, count: int) -> None:
    assert auto("waste: 8H\n1: 4c 6S 5D\n2: KS", pile, count) == "no_automatic_move"


@pytest.mark.parametrize(
    ("pile", "count", "reason"),
    [
        ("w", 1, EmptyPile(pile="waste")),
        ("3", 1, EmptyPile(pile="column 3")),
        ("1", 3, FaceDown(column=1, count=3)),
    ],
)
def test_there_must_be_a_card_to_move(pile: str, count: int, reason: Refusal) -> None:
    assert automatic_move(read("1: 9h 8S 7D"), pile, count) == reason


@pytest.mark.parametrize(("pile", "count"), [("h", 1), ("0", 1), ("8", 1), ("", 1), ("w", 2), ("1", 0), ("1", 14)])
def test_only_the_waste_and_the_columns_move_by_themselves(pile: str, count: int) -> None:
    answer = automatic_move(read("waste: AS KD\nfoundations: 8H\n1: 9S"), pile, count)
    assert isinstance(answer, Refusal)
