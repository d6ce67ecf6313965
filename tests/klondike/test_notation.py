"""The one notation of moves."""

from __future__ import annotations

import pytest

from games.klondike.errors import Invalid, NotARun
from games.klondike.moves import MOVES, Kind, parse_move
from tests.klondike.board import NOTATION


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


def test_every_kind_of_move_stands_in_the_notation() -> None:
    assert {move.kind for move in MOVES.values()} == set(Kind)
