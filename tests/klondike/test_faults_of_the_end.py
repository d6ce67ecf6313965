"""Faults of winning, giving up and saving that players reported of other programs."""

from __future__ import annotations

import pytest

from games.klondike import sight
from games.klondike.diagram import read
from games.klondike.errors import (
    CannotFinish,
    GameOver,
)
from games.klondike.events import EndedBy
from games.klondike.history import History
from games.klondike.moves import DRAW
from games.klondike.rules import RULESETS
from tests.klondike.tables import game, play, rules

MINUTE = 60_000


def test_a_win_is_final_and_can_t_be_undone_and_won_again() -> None:
    won = game("foundations: KC KD KH QS\nwaste: KS", "w-f")
    for attempt in (won.undo, won.redo, won.finish, lambda: won.end(EndedBy.CONCEDED)):
        with pytest.raises(GameOver):
            attempt()
    assert won.version == 2


def test_a_finish_is_not_offered_where_it_would_stick_half_way() -> None:
    history = game("stock: JC QC KC\nfoundations: TC KD KH KS", by=rules("turn-3", worrying_back=False))
    assert not sight.show_can(history)["finish"]
    with pytest.raises(CannotFinish):
        history.finish()


def test_after_the_winning_move_nothing_says_that_play_stands_still() -> None:
    won = game("foundations: KC KD KH QS\n1: KS", "1-f")
    shown = sight.show_progress(won, 0)
    assert (won.status, shown["no_progress"]) == ("won", False)


def test_play_does_not_stand_still_while_a_foundation_card_could_come_back() -> None:
    history = game("stock: 2C 4C\nfoundations: 8H\n1: 9S", "draw draw redeal draw draw redeal")
    assert not sight.show_progress(history, 0)["no_progress"]


def test_an_attempt_with_a_move_in_it_stays_one_and_ends_once() -> None:
    history = game("stock: 7C", "draw undo")
    assert history.started
    with pytest.raises(GameOver):
        history.end(EndedBy.RESTARTED).end(EndedBy.REPLACED)


def test_a_paused_clock_stands_through_a_refresh_and_a_second_pause() -> None:
    started = History.start(read("stock: 7C 8C 9C"), RULESETS["turn-1"]).play(DRAW, 0)
    paused = started.pause(MINUTE).pause(2 * MINUTE)
    refreshed = History.from_snapshot(paused.snapshot(), paused.rules)
    assert sight.show_progress(refreshed, 9 * MINUTE)["clock"]["elapsed_ms"] == MINUTE
    assert sight.show_progress(refreshed, 9 * MINUTE)["clock"]["running"] is False
    ended = refreshed.resume(11 * MINUTE).end(EndedBy.CONCEDED, 12 * MINUTE)
    assert ended.clock.elapsed_ms == 2 * MINUTE
    assert sight.show_progress(ended, 99 * MINUTE)["clock"]["elapsed_ms"] == 2 * MINUTE
    with pytest.raises(GameOver):
        ended.resume(99 * MINUTE)


def test_undo_and_redo_survive_leaving_since_they_are_the_log() -> None:
    here = again = game("stock: 7C 8C\n1: 9S\n2: 4h 8H")
    log = []
    for word in "draw 2-1 draw undo undo".split():
        here = play(here, word)
        log.append(here.event)
    for event in log:
        again = again.apply(event)
    assert play(again, "redo redo").now == play(here, "redo redo").now
    assert play(again, "undo").position == here.undo().position == read("stock: 7C 8C\n1: 9S\n2: 4h 8H")
