"""How a game ends, and that it stays ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.klondike.errors import GameOver
from games.klondike.events import EndedBy
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


def test_a_won_game_takes_no_move_no_undo_and_no_end() -> None:
    won = game(NEARLY).finish()[-1]
    assert {won.why_not(move) for move in MOVES.values()} == {GameOver()}
    assert won.why_not_undo() == won.why_not_redo() == GameOver()
    attempts: list[Callable[[], object]] = [won.undo, won.redo, won.pause, won.resume, lambda: won.end(EndedBy.VOID)]
    for attempt in attempts:
        with pytest.raises(GameOver):
            attempt()


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
