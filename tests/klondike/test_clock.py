"""The clock: active time, pauses, absences, races."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.errors import GameOver
from games.klondike.events import By, DealtFor, EndedBy
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


@pytest.mark.parametrize(("seen_at", "charged"), [(0, 60), (100, 160), (540, 600), (600, 600)])
def test_sixty_seconds_after_the_last_sign_of_life_the_clock_stands(seen_at: int, charged: int) -> None:
    history = start().play(DRAW, 0).play(DRAW, 600 * S, seen_at=seen_at * S)
    assert history.clock.elapsed_ms == charged * S


def test_the_command_itself_is_a_sign_of_life() -> None:
    history = start().play(DRAW, 0).play(DRAW, 600 * S).play(DRAW, 630 * S)
    assert history.clock.elapsed_ms == 90 * S


def test_a_sign_of_life_after_the_clock_stood_does_not_set_it_going() -> None:
    clock = start().play(DRAW, 0).clock
    assert clock.sees(0, 59 * S)
    assert not clock.sees(0, 61 * S)
    assert clock.sees(50 * S, 110 * S)
    assert not clock.sees(50 * S, 111 * S)


def test_time_away_before_a_pause_or_an_end_does_not_count_either() -> None:
    moved = start().play(DRAW, 0)
    assert moved.pause(600 * S).clock.elapsed_ms == 60 * S
    assert moved.end(EndedBy.ABANDONED, 9_000 * S, by=By.SERVER).clock.elapsed_ms == 60 * S


def test_nothing_is_charged_while_paused() -> None:
    paused = start().play(DRAW, 0).pause(10 * S)
    assert paused.make_practice(30 * S).clock.elapsed_ms == 10 * S
    assert paused.end(EndedBy.CONCEDED, 50 * S).clock.elapsed_ms == 10 * S


def test_wall_time_is_first_move_to_the_end_with_pauses_and_absences() -> None:
    history = start(at=7 * S).play(DRAW, 10 * S).pause(20 * S).resume(400 * S)
    assert history.clock.wall_ms is None
    ended = history.end(EndedBy.CONCEDED, 1_000 * S)
    assert ended.clock.wall_ms == 990 * S
    assert ended.clock.elapsed_ms == 70 * S


def test_a_game_ended_without_a_move_has_no_wall_time() -> None:
    ended = start().end(EndedBy.CONCEDED, 9 * S)
    assert (ended.clock.wall_ms, ended.clock.elapsed_ms, ended.clock.ended_at) == (None, 0, 9 * S)


def test_the_clock_stops_with_the_win() -> None:
    board = read("foundations: KC KD KH JS\n1: KS\n2: QS")
    won = History.start(board, RULESETS["turn-1"]).play(parse_move("2-f"), 5 * S).play(parse_move("1-f"), 9 * S)
    assert (won.status, won.clock.elapsed_ms, won.clock.running, won.clock.wall_ms) == ("won", 4 * S, False, 4 * S)


def test_a_game_that_is_over_is_not_resumed() -> None:
    ended = start().play(DRAW, 0).pause(1 * S).end(EndedBy.CONCEDED, 2 * S)
    with pytest.raises(GameOver):
        ended.resume(9 * S)


def test_time_never_runs_backwards_when_the_server_s_clock_was_set_back() -> None:
    history = start(at=100 * S).play(DRAW, 100 * S).play(DRAW, 50 * S)
    assert (history.event.at, history.event.charged_ms) == (100 * S, 0)


def test_a_race_s_clock_starts_at_the_start_and_never_stands() -> None:
    race = History.start(BOARD, RULESETS["turn-1"], 1 * S, DealtFor.RACE)
    assert (race.clock.running, race.clock.started_at) == (True, 1 * S)
    assert race.play(DRAW, 501 * S).clock.elapsed_ms == 500 * S
    assert race.play(DRAW, 501 * S).play(DRAW, 901 * S).end(EndedBy.RACE, 1_001 * S).clock.wall_ms == 1_000 * S


def test_a_log_read_again_gives_the_same_clock() -> None:
    line = [start(at=3)]
    for at, seen_at in [(20, 20), (30_000, 90_000), (500_000, 40_000), (500_001, 1)]:
        line.append(line[-1].play(DRAW, at, seen_at=seen_at))
    again = line[0]
    for step in line[1:]:
        again = again.apply(step.event)
    assert again.clock == line[-1].clock
