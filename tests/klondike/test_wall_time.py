"""Absences, races and the time from the first move to the end."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.events import By, DealtFor, EndedBy
from games.klondike.history import History
from games.klondike.moves import DRAW
from games.klondike.rules import RULESETS

S = 1_000
BOARD = read("stock: 7C 8C 9C TC JC QC KC\nfoundations: KD KH KS 6C")


def start(at: int = 0) -> History:
    return History.start(BOARD, RULESETS["turn-1"], at)


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


def test_wall_time_is_first_move_to_the_end_with_pauses_and_absences() -> None:
    history = start(at=7 * S).play(DRAW, 10 * S).pause(20 * S).resume(400 * S)
    assert history.clock.wall_ms is None
    ended = history.end(EndedBy.CONCEDED, 1_000 * S)
    assert ended.clock.wall_ms == 990 * S
    assert ended.clock.elapsed_ms == 70 * S


def test_a_game_ended_without_a_move_has_no_wall_time() -> None:
    ended = start().end(EndedBy.CONCEDED, 9 * S)
    assert (ended.clock.wall_ms, ended.clock.elapsed_ms, ended.clock.ended_at) == (None, 0, 9 * S)


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
