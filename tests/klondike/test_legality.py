"""Which moves between columns and to foundations are refused, with what code and what sentence."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.legality import legal_moves, why_not
from games.klondike.moves import MOVES, parse_move
from tests.klondike.tables import game, refusal, rules


@pytest.mark.parametrize(
    ("board", "code", "card", "onto"),
    [
        ("1: TH\n2: 9D", "not_alternating", "9D", "TH"),
        ("1: TC\n2: 9S", "not_alternating", "9S", "TC"),
        ("1: TH\n2: 9H", "not_alternating", "9H", "TH"),
        ("1: TS\n2: 8D", "not_next_rank", "8D", "TS"),
        ("1: 9S\n2: TD", "not_next_rank", "TD", "9S"),
        ("1: TS\n2: TD", "not_next_rank", "TD", "TS"),
        ("1: AS\n2: KD", "not_next_rank", "KD", "AS"),
        ("1: KS\n2: AD", "not_next_rank", "AD", "KS"),
        ("1: AS\n2: 2D", "not_next_rank", "2D", "AS"),
        ("1: QS\n2: KD", "not_next_rank", "KD", "QS"),
    ],
)
def test_a_column_goes_down_one_rank_at_a_time_in_the_other_colour(board: str, code: str, card: str, onto: str) -> None:
    for text, move in [(board, "2-1"), (board.replace("2:", "waste:"), "w-1")]:
        found, sentence = refusal(text, move)
        assert found == code
        assert card in sentence
        assert onto in sentence


def test_nothing_goes_on_an_ace_and_a_king_goes_on_nothing() -> None:
    for board in ["1: AS\n2: 4s KD QS JD", "1: AH\n2: 4s KS QH"]:
        assert not [move for move in legal_moves(read(board), rules("turn-1")) if move.target == 0]


@pytest.mark.parametrize("board", ["waste: QD", "3: 4c QD"])
def test_an_empty_column_takes_only_a_king(board: str) -> None:
    code, sentence = refusal(board, "w-1" if "waste" in board else "3-1")
    assert code == "needs_king"
    assert "QD" in sentence


def test_a_run_is_judged_by_its_highest_card() -> None:
    assert refusal("1: 8D\n2: 9S 8H 7S", "2-1x2")[0] == "not_next_rank"
    assert refusal("2: 4c KH QS", "2-1")[0] == "needs_king"
    assert game("1: 8D\n2: 9S 8H 7S").why_not(parse_move("2-1")) is None


@pytest.mark.parametrize(("move", "board"), [("w-f", "waste: 2D"), ("1-f", "1: 2D")])
def test_a_foundation_starts_with_the_ace(move: str, board: str) -> None:
    code, sentence = refusal(board, move)
    assert code == "needs_ace"
    assert "2D" in sentence


@pytest.mark.parametrize(("move", "board"), [("w-f", "waste: 7H"), ("1-f", "1: 8S 7H")])
def test_a_foundation_goes_up_one_rank_at_a_time_in_its_suit(move: str, board: str) -> None:
    code, sentence = refusal(board + "\nfoundations: 5H 6D", move)
    assert code == "not_next_in_suit"
    assert "7H" in sentence
    assert "5H" in sentence


@pytest.mark.parametrize(
    ("move", "pile"),
    [
        ("w-f", "the waste"),
        ("w-3", "the waste"),
        ("1-f", "column 1"),
        ("7-3", "column 7"),
        ("1-3x2", "column 1"),
        ("h-3", "the foundation"),
        ("draw", "the stock"),
    ],
)
def test_there_is_nothing_to_take_from_an_empty_pile(move: str, pile: str) -> None:
    assert refusal("3: 9S", move) == ("empty_pile", f"There is no card to take: {pile} is empty.")


@pytest.mark.parametrize(("move", "count"), [("2-1x2", 2), ("2-1x3", 3), ("2-3x2", 2), ("2-1x13", 13)])
def test_a_face_down_card_does_not_move(move: str, count: int) -> None:
    sentence = f"Column 2 doesn't have {count} cards face up to move."
    assert refusal("1: TS\n2: 9s 9d 8S", move) == ("face_down", sentence)


def test_more_cards_than_a_column_has_are_refused_as_not_face_up() -> None:
    assert refusal("1: TS\n2: 9D 8S", "2-1x3")[0] == "face_down"


def test_facing_is_judged_before_fit() -> None:
    fits, does_not = "1: TS\n2: 9d 8S", "1: TS\n2: 4c 8S"
    assert refusal(fits, "2-1x2") == refusal(does_not, "2-1x2")


def test_a_king_led_run_may_move_between_empty_columns() -> None:
    assert game("2: KH QS").why_not(parse_move("2-1x2")) is None


def test_no_move_is_forced() -> None:
    history = game("stock: 2C\nwaste: AS\n1: AH\n2: 9S\n3: 8D", "draw 3-2")
    assert history.position == read("waste: AS 2C\n1: AH\n2: 9S 8D")


def test_legal_moves_are_those_that_are_not_refused() -> None:
    position = read("""
        stock: 7C TS
        waste: KD 8C
        foundations: AC 8H
        1: 9S
        2: 4c 9D 8S 7D
        4: 4s KS QD
        5: 3S
        6: 2C
    """)
    legal = legal_moves(position, rules("turn-1"))
    assert [move.text for move in legal] == "4-3x2 4-7x2 6-f h-1 draw".split()
    assert {move for move in MOVES.values() if why_not(position, move, rules("turn-1")) is None} == set(legal)
