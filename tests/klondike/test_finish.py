"""Winning, and the finish that plays the rest where it can't fail."""

from __future__ import annotations

import pytest

from games.klondike.errors import CannotFinish, GameOver, Paused
from games.klondike.events import By, EndedBy
from games.klondike.legality import can_finish
from games.klondike.moves import MOVES
from tests.klondike.tables import game, play

NEARLY = """
    foundations: JC JD JH JS
    1: KS QD
    4: KD QS
    5: QC
    6: KH
    7: KC QH
"""


def test_the_finish_plays_the_rest_as_ordinary_moves_to_the_win() -> None:
    steps = game(NEARLY).finish()
    assert [step.event.type for step in steps] == ["move"] * 8
    assert [step.now.moves for step in steps] == list(range(1, 9))
    assert [step.version for step in steps] == list(range(2, 10))
    assert {step.event.by for step in steps} == {By.FINISH}
    assert (steps[-1].status, steps[-1].position.home) == ("won", 52)
    assert steps[-1].position.won


def test_the_finish_takes_the_leftmost_card_that_goes_home() -> None:
    steps = game(NEARLY).finish()
    assert [step.event.detail for step in steps] == "1-f 4-f 1-f 4-f 5-f 7-f 6-f 7-f".split()


@pytest.mark.parametrize(
    "board",
    [
        NEARLY.replace("6: KH", "stock: KH"),
        NEARLY.replace("6: KH", "waste: KH"),
        NEARLY.replace("5: QC", "").replace("6: KH", "6: qc KH"),
        "stock: JC QC KC\nfoundations: TC KD KH KS",
    ],
)
def test_the_finish_is_refused_while_anything_could_be_in_its_way(board: str) -> None:
    history = game(board, by="turn-3")
    assert not can_finish(history.position)
    with pytest.raises(CannotFinish):
        history.finish()


def test_the_finish_is_refused_while_paused_and_when_over() -> None:
    with pytest.raises(Paused):
        game(NEARLY).pause().finish()
    with pytest.raises(GameOver):
        game(NEARLY).end(EndedBy.CONCEDED).finish()
    with pytest.raises(GameOver):
        game(NEARLY).finish()[-1].finish()


def test_a_won_game_takes_no_move_no_undo_and_no_end() -> None:
    won = game(NEARLY).finish()[-1]
    assert {won.why_not(move) for move in MOVES.values()} == {GameOver()}
    assert won.why_not_undo() == won.why_not_redo() == GameOver()
    for stop in [won.undo, won.redo, won.pause, won.resume, lambda: won.end(EndedBy.CONCEDED)]:
        with pytest.raises(GameOver):
            stop()


def test_an_automatic_finish_follows_by_itself_as_soon_as_it_can() -> None:
    board = NEARLY.replace("6: KH", "6: qc KH").replace("5: QC", "")
    history = game(board, "6-5", "google-easy")
    assert not game(board, by="google-easy").finishes_by_itself()
    assert history.finishes_by_itself()
    assert history.finish()[-1].status == "won"


@pytest.mark.parametrize("ruleset", ["turn-1", "classic-3", "vegas-3", "standard-1"])
def test_an_offered_finish_waits_to_be_asked(ruleset: str) -> None:
    history = game(NEARLY, "7-f", ruleset)
    assert can_finish(history.position)
    assert not history.finishes_by_itself()


def test_an_automatic_finish_does_not_follow_a_win_or_an_end() -> None:
    board = "foundations: KC KD KH QS\n1: KS"
    assert not game(board, "1-f", "google-easy").finishes_by_itself()
    assert not game(NEARLY, by="google-easy").end(EndedBy.CONCEDED).finishes_by_itself()


@pytest.mark.parametrize(
    ("board", "move"),
    [
        ("foundations: KC KD KH QS\n1: KS", "1-f"),
        ("foundations: KC KD KH QS\nwaste: KS", "w-f"),
        ("foundations: KC KD KH QS\nstock: KS", "draw-f"),
    ],
)
def test_the_game_is_won_however_the_last_card_comes_home(board: str, move: str) -> None:
    won = game(board, move, "google-easy")
    assert (won.status, won.over, won.ended_by) == ("won", True, None)


def test_the_game_is_won_by_a_redo_too() -> None:
    board = "foundations: KC KD KH JS\n1: KS\n2: QS"
    assert play(game(board, "2-f undo redo"), "1-f").status == "won"


def test_a_game_with_one_card_out_is_not_won() -> None:
    assert game("foundations: KC KD KH JS\n1: KS\n2: QS", "2-f").status == "playing"


@pytest.mark.parametrize("ended_by", [by for by in EndedBy if by is not EndedBy.VOID])
def test_a_game_that_is_given_up_is_lost_and_says_how(ended_by: EndedBy) -> None:
    lost = game(NEARLY).end(ended_by)
    assert (lost.status, lost.ended_by, lost.event.type, lost.event.detail) == ("lost", ended_by, "end", ended_by)


def test_a_void_game_is_neither_won_nor_lost() -> None:
    assert game(NEARLY).end(EndedBy.VOID).status == "void"


def test_a_paused_game_can_be_given_up() -> None:
    assert game(NEARLY).pause().end(EndedBy.CONCEDED).status == "lost"


def test_nothing_is_declared_lost_by_itself() -> None:
    stuck = game("stock: 2C\n1: 4h KS", "draw redeal draw redeal draw", "vegas-3")
    assert (stuck.status, stuck.over) == ("playing", False)


def test_what_a_game_is_marked_as_stays_as_it_was_when_it_ended() -> None:
    won = game(NEARLY).finish()[-1]
    assert won.make_practice() is won.assist() is won
    assert (won.practice, won.assisted) == (False, False)


def test_practice_and_help_are_marked_once_and_for_good() -> None:
    history = game(NEARLY).make_practice().assist()
    assert (history.practice, history.assisted, history.version) == (True, True, 3)
    assert history.make_practice().assist() is history
    assert play(history, "7-f undo").practice
