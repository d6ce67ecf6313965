"""How far undo goes, and what it gives away."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.errors import UndoStops
from tests.klondike.tables import game, play, rules

BOARD = """
    stock: 7C TS KD 5H
    foundations: 3H
    1: 9S
    2: 4h 8H 7S
"""


@pytest.mark.parametrize("ruleset", ["classic-1", "classic-3"])
@pytest.mark.parametrize("line", ["2-1x2 2-f", "w-f"])
def test_undo_to_a_foundation_move_stops_at_one(ruleset: str, line: str) -> None:
    history = game(BOARD + "    waste: AS", line, ruleset)
    assert history.why_not_undo() == UndoStops()
    with pytest.raises(UndoStops):
        history.undo()


def test_undo_to_a_foundation_move_never_skips_over_one() -> None:
    history = game(BOARD, "2-1x2 2-f draw draw undo undo", "classic-1")
    assert history.position == game(BOARD, "2-1x2 2-f").position
    assert history.why_not_undo() == UndoStops()


def test_undo_to_a_foundation_move_stops_at_a_card_that_went_straight_home() -> None:
    table = rules("google-easy", undo="foundation", finish="offered")
    assert game("stock: AS 7C", "draw-f", table).why_not_undo() == UndoStops()
    assert game("stock: 7C AS", "draw-f", table).why_not_undo() is None


def test_undo_to_a_foundation_move_takes_back_worrying_back() -> None:
    history = game("foundations: 8H\n4: 9S\n5: 2C", "h-4", rules("turn-1", undo="foundation"))
    assert history.undo().position == read("foundations: 8H\n4: 9S\n5: 2C")


@pytest.mark.parametrize("line", ["draw", "2-1x2", "2-1x2 2-f"])
def test_undo_to_a_reveal_stops_where_a_card_was_first_seen(line: str) -> None:
    board = BOARD.replace("4h", "9d 4h") if line.endswith("f") else BOARD
    assert game(board, line, rules("turn-3", undo="reveal")).why_not_undo() == UndoStops()


def test_undo_to_a_reveal_takes_back_what_showed_nothing_new() -> None:
    board, table = "stock: 9D 7H\n1: TS\n2: 8S", rules("turn-1", undo="reveal")
    history = game(board, "draw w-1 2-1", table)
    assert play(history, "undo undo").position == game(board, "draw").position
    assert play(history, "undo undo").why_not_undo() == UndoStops()


def test_undo_to_a_reveal_takes_back_drawing_a_card_seen_on_an_earlier_pass() -> None:
    history = game("stock: 7C TS", "draw draw redeal draw", rules("turn-1", undo="reveal"))
    assert play(history, "undo undo").position == read("waste: 7C TS")
    assert play(history, "undo undo").why_not_undo() == UndoStops()


def test_without_undo_nothing_is_taken_back() -> None:
    assert game(BOARD, "draw", rules("turn-1", undo="none")).why_not_undo() == UndoStops()


def test_a_game_is_peeked_for_good_once_a_card_first_shown_was_taken_back() -> None:
    assert not game(BOARD, "draw").peeked
    assert game(BOARD, "draw undo").peeked
    assert game(BOARD, "2-1x2 undo redo 2-f").peeked


def test_taking_back_what_showed_nothing_new_is_no_peek() -> None:
    assert not game("stock: 7C TS", "draw draw redeal draw undo undo").peeked
    assert not game("1: 9S\n2: 8H 7S", "2-1x2 undo").peeked
