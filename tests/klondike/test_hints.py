"""Hints, and the advice that play stands still."""

from __future__ import annotations

import pytest

from games.klondike.autoplay import hint, no_progress
from games.klondike.diagram import read
from games.klondike.history import History
from games.klondike.legality import legal_moves
from tests.klondike.tables import game, play


def advice(history: History) -> str | None:
    move = hint(history.position, history.rules, history.now.idle)
    return None if move is None else move.text


def stands_still(history: History) -> bool:
    return no_progress(history.position, history.rules, history.now.idle)


def test_a_hint_uncovers_a_card() -> None:
    assert advice(game("stock: 7C\n1: 9S\n2: 4c 8H 7S\n3: 8D")) == "2-1x2"


@pytest.mark.parametrize(
    ("foundations", "hinted"),
    [("2H AC AS", "1-f"), ("2H AC", "w-2"), ("2H AS", "w-2"), ("2H 5D", "w-2"), ("2H", "w-2")],
)
def test_a_hint_sends_home_first_what_nothing_could_want_to_lie_on(foundations: str, hinted: str) -> None:
    assert advice(game(f"waste: 9S\nfoundations: {foundations}\n1: 3H\n2: TD")) == hinted


def test_a_black_card_waits_for_the_red_ones() -> None:
    assert advice(game("waste: 9S\nfoundations: 2C AD AH\n1: 3C\n2: TD")) == "1-f"
    assert advice(game("waste: 9S\nfoundations: 2C AS AD\n1: 3C\n2: TD")) == "w-2"


def test_a_hint_clears_a_column_for_a_king_that_waits() -> None:
    board = "stock: 2C\n1: 9S\n2: TD\n3: 4c KH\n4: 5S\n5: 7S\n6: 7C\n7: 5C"
    assert advice(game(board)) == "1-2"
    assert advice(game(board.replace("4c ", ""))) == "draw"


def test_a_hint_uncovers_the_column_with_most_to_uncover() -> None:
    assert advice(game("1: 9S\n2: 4c 8H\n3: 5c 6c 8D")) == "3-1"
    assert advice(game("1: 9S\n2: 4c 5c 8H\n3: 6c 8D")) == "2-1"


def test_a_hint_is_never_a_shuttle() -> None:
    history = game("stock: 7C\n2: KD QS")
    assert advice(history) == "draw"
    assert advice(game("2: KD QS")) is None


def test_hints_lead_on_as_far_as_they_see_and_then_stop() -> None:
    history = game("stock: 2C 4C 3C\nwaste: AC\nfoundations: TD KH KS\n1: 5c KD QC JD")
    while (move := hint(history.position, history.rules, history.now.idle)) is not None:
        history = history.play(move)
    assert history.position == read("foundations: 5C JD KH KS\n2: KD QC")


def test_there_is_no_hint_where_only_going_round_is_left() -> None:
    history = game("stock: 2C 4C\n1: 9S", "draw draw redeal draw draw redeal")
    assert stands_still(history)
    assert advice(history) is None


@pytest.mark.parametrize(("ruleset", "line"), [("turn-1", "draw draw draw"), ("turn-3", "draw")])
def test_no_progress_takes_a_whole_pass_without_a_move(ruleset: str, line: str) -> None:
    history = game("stock: 2C 4C 6C\n1: 9S", line, ruleset)
    assert stands_still(history)
    assert not stands_still(game("stock: 2C 4C 6C\n1: 9S", " ".join(line.split()[:-1]), ruleset))


@pytest.mark.parametrize("stock", ["2C 8H 4C", "8H 2C 4C", "2C 4C AS"])
def test_a_pass_that_offered_a_move_was_no_lost_pass(stock: str) -> None:
    assert not stands_still(game(f"stock: {stock}\n1: 9S", "draw draw draw redeal draw draw draw"))


def test_a_card_that_draw_three_never_brings_to_the_top_is_no_way_on() -> None:
    assert stands_still(game("stock: 8H 2C 4C\n1: 9S", "draw redeal draw", "turn-3"))
    assert not stands_still(game("stock: 2C 4C 8H\n1: 9S", "draw redeal draw", "turn-3"))


def test_worrying_back_counts_as_a_way_on() -> None:
    line = "draw draw redeal draw draw"
    assert not stands_still(game("stock: 2C 4C\nfoundations: 8H\n1: 9S", line))
    assert stands_still(game("stock: 2C 4C\nfoundations: 8H\n1: 9S", line, "classic-1"))


def test_shuttling_a_king_is_no_progress() -> None:
    assert stands_still(game("stock: 2C 4C\n1: KS", "draw draw redeal draw draw"))
    assert stands_still(game("stock: 2C 4C\n1: KS", "draw 1-2 draw 2-1"))


def test_a_pass_in_which_a_card_was_played_is_not_a_whole_one() -> None:
    assert not stands_still(game("stock: 2C 8H 4C\n1: 9S", "draw draw w-1 draw"))
    assert stands_still(game("stock: 2C 8H 4C\n1: 9S", "draw draw w-1 draw redeal draw draw"))
    board = "stock: 2C 4C 8H TC QC AD 6D\n1: 9S"
    assert not stands_still(game(board, "draw w-1 draw draw", "turn-3"))
    assert stands_still(game(board, "draw w-1 draw draw redeal draw draw", "turn-3"))


def test_a_move_or_its_undo_starts_the_pass_anew() -> None:
    history = game("stock: 2C 4C\n1: 9S\n2: 8H", "draw draw redeal draw draw 2-1")
    assert not stands_still(history)
    assert not stands_still(play(history, "undo"))


def test_advice_never_stops_play() -> None:
    history = game("stock: 2C 4C\n1: KS", "draw draw redeal draw draw")
    assert {"redeal", "1-2"} <= {move.text for move in legal_moves(history.position, history.rules)}
