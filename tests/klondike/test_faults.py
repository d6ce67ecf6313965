"""Faults of moves that players reported of other programs, each with what happens here."""

from __future__ import annotations

import json

import pytest

from games.klondike import sight
from games.klondike.autoplay import automatic_move, hint, no_progress
from games.klondike.diagram import read
from games.klondike.errors import (
    EmptyPile,
    Invalid,
    NeedsAce,
    NoAutomaticMove,
    NotARun,
    NothingToRedeal,
    RedealLimit,
)
from games.klondike.history import History
from games.klondike.interchange import read_deal, read_moves, write_deal
from games.klondike.moves import MOVES, REDEAL, parse_move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from tests.klondike.tables import game


def test_a_foundation_takes_the_exposed_card_of_its_suit_and_never_a_run() -> None:
    history = game("foundations: 6H 6S\n1: 7H 6C")
    assert history.why_not(parse_move("1-f")) == NeedsAce(card="6C")
    with pytest.raises(NotARun):
        parse_move("1-fx2")
    assert game("foundations: 6H 6S\n1: 7H", "1-f").position == read("foundations: 7H 6S")


def test_after_an_undone_draw_the_card_is_back_in_the_stock_and_out_of_play() -> None:
    history = game("stock: AS 7C", "draw undo")
    assert history.position == read("stock: AS 7C")
    assert history.why_not(parse_move("w-f")) == EmptyPile(pile="waste")


def test_three_cards_drawn_again_come_in_the_same_order() -> None:
    board = "stock: 7C TS KD 5H 2C 9D"
    assert game(board, "draw draw undo undo draw", "turn-3").position == game(board, "draw", "turn-3").position


def test_beneath_the_visible_three_lies_the_fourth_and_is_playable() -> None:
    history = game("stock: AH AC 8D 4D 5S 6H\n1: 7C\n2: 9S", "draw draw w-1 w-1 w-1 w-2 w-f w-f", "turn-3")
    assert history.position == read("foundations: AH AC\n1: 7C 6H 5S 4D\n2: 9S 8D")


def test_with_nothing_to_turn_over_no_redeal_is_offered_and_none_is_used_up() -> None:
    shown = sight.show_progress(game("1: 9S", by="vegas-3"), 0)
    assert (shown["can"]["redeal"], shown["redeals_left"]) == (False, 2)


@pytest.mark.parametrize(
    ("board", "line", "reason"),
    [
        ("stock: AS\n1: 9S", "draw w-f", NothingToRedeal()),
        ("stock: AS\n1: 9S", "draw redeal draw redeal draw", RedealLimit(passes=3)),
    ],
)
def test_a_redeal_that_can_t_be_counts_no_pass_and_leaves_undo_as_it_was(
    board: str, line: str, reason: Exception
) -> None:
    history = game(board, line, "vegas-3")
    with pytest.raises(type(reason)):
        history.play(REDEAL)
    assert history.why_not(REDEAL) == reason
    assert history.undo().position == game(board, " ".join(line.split()[:-1]), "vegas-3").position


def test_a_king_at_the_base_of_a_column_never_shuttles_by_itself() -> None:
    history = game("2: KH QS", "2-1x2 1-2x2 2-7x2")
    assert automatic_move(history.position, "7", 2) == NoAutomaticMove()
    assert hint(history.position, history.rules, history.now.idle) is None
    assert no_progress(history.position, history.rules, history.now.idle)


def test_an_ace_goes_from_no_foundation_to_another() -> None:
    history = game("foundations: AH\n1: 9S", by="standard-1")
    assert not [move for move in MOVES.values() if move.text.startswith("h-") and history.why_not(move) is None]
    with pytest.raises(Invalid):
        parse_move("h-f")


def test_a_stock_is_read_from_the_end_its_format_says() -> None:
    deal = read_deal("".join(f"{rank:02}{suit}" for suit in "1234" for rank in range(1, 14)))
    first = deal.stock[0].text
    assert json.loads(write_deal(deal, "solvitaire"))["stock"][-1] == first.lower()
    assert write_deal(deal, "digits")[28 * 3 :][:3] == f"{deal.stock[0].rank:02}{deal.stock[0].suit + 1}"
    drawn = History.start(dealt(deal), RULESETS["turn-1"])
    assert drawn.position.waste == ()
    for move in read_moves("D"):
        drawn = drawn.play(move)
    assert [card.text for card in drawn.position.waste] == [first]


def test_neither_undo_nor_the_first_event_tells_what_lies_hidden() -> None:
    before = game("stock: 7C TS\n1: 9S\n2: 4h 8H", "2-1")
    undone = before.undo()
    told = json.dumps([sight.show_dealt(game("stock: 7C TS\n1: 9S\n2: 4h 8H")), sight.show_game(undone, 0)])
    told += json.dumps(sight.show_event(undone.event, before))
    assert not [text for text in ("4H", "4h", "7C", "TS") if text in told]
