"""The finish, which plays the rest where it can't fail."""

from __future__ import annotations

import pytest

from games.klondike.errors import CannotFinish, GameOver, Paused
from games.klondike.events import By, EndedBy
from games.klondike.legality import can_finish
from tests.klondike.tables import game

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
