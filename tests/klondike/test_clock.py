"""The clock of a casual game and its pauses."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.errors import GameOver
from games.klondike.events import EndedBy
from games.klondike.history import History
from games.klondike.moves import DRAW, parse_move
from games.klondike.rules import RULESETS

S = 1_000
BOARD = read("stock: 7C 8C 9C TC JC QC KC\nfoundations: KD KH KS 6C")


def start(at: int = 0) -> History:
    return History.start(BOARD, RULESETS["turn-1"], at)


def test_the_clock_stands_until_the_first_move() -> None:
    dealt = start(at=5 * S)
    assert (dealt.clock.running, dealt.clock.started_at) == (False, None)
    moved = dealt.play(DRAW, 20 * S, seen_at=20 * S)
    assert (moved.clock.elapsed_ms, moved.event.charged_ms, moved.clock.started_at) == (0, 0, 20 * S)
    assert moved.clock.running


def test_every_event_charges_the_time_since_the_one_before() -> None:
    history = start().play(DRAW, 1 * S).play(DRAW, 8 * S).undo(10 * S).redo(11 * S)
    assert history.event.charged_ms == 1 * S
    assert history.clock.elapsed_ms == 10 * S


def test_undo_does_not_rewind_the_clock() -> None:
    history = start().play(DRAW, 0).play(DRAW, 30 * S).undo(40 * S).undo(50 * S)
    assert history.clock.elapsed_ms == 50 * S
    assert history.clock.running


def test_a_pause_does_not_count() -> None:
    history = start().play(DRAW, 0).pause(60 * S).resume(660 * S).play(DRAW, 720 * S, seen_at=720 * S)
    assert history.clock.elapsed_ms == 120 * S


def test_pausing_or_resuming_twice_changes_nothing() -> None:
    running = start().play(DRAW, 0)
    paused = running.pause(10 * S)
    assert paused.pause(50 * S) is paused
    assert running.resume(50 * S) is running


def test_a_pause_before_the_first_move_does_not_start_the_clock() -> None:
    history = start().pause(5 * S).resume(9 * S)
    assert (history.clock.running, history.clock.started_at) == (False, None)
    assert history.play(DRAW, 30 * S).clock.elapsed_ms == 0


def test_a_pause_shows_as_the_status_until_it_is_over() -> None:
    paused = start().play(DRAW, 0).pause(1 * S)
    assert (paused.status, paused.clock.running) == ("paused", False)
    assert (paused.resume(2 * S).status, paused.resume(2 * S).clock.running) == ("playing", True)


def test_nothing_is_charged_while_paused() -> None:
    paused = start().play(DRAW, 0).pause(10 * S)
    assert paused.make_practice(30 * S).clock.elapsed_ms == 10 * S
    assert paused.end(EndedBy.CONCEDED, 50 * S).clock.elapsed_ms == 10 * S


def test_the_clock_stops_with_the_win() -> None:
    board = read("foundations: KC KD KH JS\n1: KS\n2: QS")
    won = History.start(board, RULESETS["turn-1"]).play(parse_move("2-f"), 5 * S).play(parse_move("1-f"), 9 * S)
    assert (won.status, won.clock.elapsed_ms, won.clock.running, won.clock.wall_ms) == ("won", 4 * S, False, 4 * S)


def test_a_game_that_is_over_is_not_resumed() -> None:
    ended = start().play(DRAW, 0).pause(1 * S).end(EndedBy.CONCEDED, 2 * S)
    with pytest.raises(GameOver):
        ended.resume(9 * S)
