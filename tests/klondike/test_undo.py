"""Taking moves back and playing them again."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.errors import GameOver, NothingToRedo, NothingToUndo
from games.klondike.events import EndedBy
from games.klondike.moves import parse_move
from tests.klondike.tables import game, play

BOARD = """
    stock: 7C TS KD 5H
    foundations: 3H
    1: 9S
    2: 4h 8H 7S
"""


@pytest.mark.parametrize("move", ["draw", "2-1x2", "draw draw redeal", "2-1x2 2-f", "draw w-f"])
def test_undo_restores_position_facing_passes_and_move_count(move: str) -> None:
    board = BOARD.replace("7C TS KD", "4S TS AS") if move == "draw w-f" else BOARD
    before = game(board, " ".join(move.split()[:-1]), "turn-3")
    after = play(before, move.rsplit(maxsplit=1)[-1] + " undo")
    assert after.now == before.now


def test_draw_undo_draw_equals_draw() -> None:
    assert game(BOARD, "draw undo draw", "turn-3").position == game(BOARD, "draw", "turn-3").position


def test_a_card_turned_up_is_face_down_again() -> None:
    assert game(BOARD, "2-1x2 undo").position == read(BOARD)


def test_a_card_that_went_straight_home_is_back_on_the_stock_in_one_step() -> None:
    assert game("stock: AS 7C", "draw-f undo", "google-easy").position == read("stock: AS 7C")
    assert game("stock: 7C AS", "draw-f undo", "google-easy").position == read("stock: 7C AS")


def test_moves_are_taken_back_one_by_one_to_the_deal_and_no_further() -> None:
    history = game(BOARD, "2-1x2 draw 2-f draw undo undo undo undo")
    assert history.position == read(BOARD)
    assert history.now.moves == 0
    assert history.why_not_undo() == NothingToUndo()
    with pytest.raises(NothingToUndo):
        history.undo()


def test_a_shortened_past_is_taken_back_as_far_as_it_surely_goes() -> None:
    whole = game(BOARD, "2-1x2 draw 2-f draw")
    short = whole.shortened(3)
    assert short.snapshot() == whole.snapshot()
    assert short.undo().undo().snapshot() == whole.undo().undo().snapshot()
    with pytest.raises(LookupError):  # whether undo may go on depends on a move that isn't there
        short.undo().undo().undo()
    assert whole.shortened(4).undo().undo().undo().undo().position == read(BOARD)


def test_what_was_undone_is_played_again_in_order() -> None:
    done = game(BOARD, "2-1x2 draw 2-f")
    again = play(done, "undo undo undo redo redo redo")
    assert again.now == done.now
    assert again.why_not_redo() == NothingToRedo()
    with pytest.raises(NothingToRedo):
        again.redo()


def test_redo_is_gone_after_a_new_move_but_not_after_a_pause() -> None:
    history = game(BOARD, "2-1x2 undo").pause().resume()
    assert history.redo().position == game(BOARD, "2-1x2").position
    assert play(history, "draw").why_not_redo() == NothingToRedo()


def test_undo_passes_over_a_pause_to_the_last_card_action() -> None:
    assert game(BOARD, "2-1x2").pause().resume().make_practice().assist().undo().position == read(BOARD)


def test_an_undone_move_is_not_undone_twice() -> None:
    history = game(BOARD, "draw draw undo 2-1x2 undo undo")
    assert history.position == read(BOARD)


def test_undo_is_an_event_and_the_log_only_grows() -> None:
    history = game(BOARD, "draw undo")
    assert (history.version, history.event.type) == (3, "undo")
    assert (history.redo().version, history.redo().event.type) == (4, "redo")


def test_actions_count_undo_and_redo_and_never_fall() -> None:
    history = game(BOARD, "draw draw undo undo redo 2-1x2")
    assert (history.now.moves, history.actions) == (2, 6)


def test_a_finished_game_takes_no_undo_and_no_redo() -> None:
    conceded = game(BOARD, "draw draw undo").end(EndedBy.CONCEDED)
    assert conceded.why_not_undo() == conceded.why_not_redo() == GameOver()


def test_a_card_seen_stays_known_after_undo() -> None:
    assert game(BOARD, "2-1x2 undo").known == game(BOARD, "2-1x2").known


def test_a_started_game_stays_started_when_all_is_taken_back() -> None:
    assert not game(BOARD).started
    assert game(BOARD, "draw undo").started


def test_redo_is_judged_like_a_move() -> None:
    history = game(BOARD, "draw undo")
    assert history.why_not_redo() is history.why_not(parse_move("draw")) is None
