"""What holds of the position and the legal moves after any events of any game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from games.klondike import diagram
from games.klondike.cards import DECK
from games.klondike.legality import builds_on, legal_moves, why_not
from games.klondike.moves import MOVES
from games.klondike.position import Column, Position, read_position
from tests.klondike import board
from tests.klondike.sessions import Session, line, sessions

quick = settings(max_examples=100, deadline=None)
slow = settings(max_examples=25, deadline=None)


def cards(position: Position) -> list[int]:
    home = [13 * suit + rank for suit, top in enumerate(position.foundations) for rank in range(top)]
    piles = [position.stock, position.waste, *(cards for column in position.columns for cards in column)]
    return sorted(home + [card.index for pile in piles for card in pile])


@given(sessions())
@quick
def test_there_are_always_fifty_two_cards_and_the_face_up_ones_form_runs(session: Session) -> None:
    for game in session:
        assert cards(game.position) == [card.index for card in DECK]
        for down, up in game.position.columns:
            assert up or not down
            assert all(builds_on(card, Column((), up[:at])) for at, card in enumerate(up) if at)


@given(sessions())
@slow
def test_a_move_is_legal_just_where_it_is_not_refused(session: Session) -> None:
    for game in session[::4]:
        legal = legal_moves(game.position, game.rules)
        assert len(set(legal)) == len(legal)
        assert set(legal) == {move for move in MOVES.values() if why_not(game.position, move, game.rules) is None}


@given(sessions())
@slow
def test_a_refused_move_says_why_not_and_changes_nothing(session: Session) -> None:
    game = session[-1]
    before = game.snapshot()
    for move in MOVES.values():
        reason = game.why_not(move)
        if reason is not None:
            with pytest.raises(type(reason)) as refused:
                game.play(move)
            assert refused.value == reason
    assert game.snapshot() == before


@given(sessions())
@slow
def test_the_slow_reading_of_the_rules_plays_the_same_game(session: Session) -> None:
    rules = session[0].rules
    table = board.Table(rules.draw, rules.passes, rules.worrying_back, rules.direct_from_stock)
    columns = [[*down, *up] for down, up in session[0].position.columns]
    rows = [column[row] for row in range(7) for column in columns[row:]]
    here = board.deal([card.text for card in [*rows, *session[0].position.stock]])
    last = session[-1]
    for word in line(last):
        following = here.play(word, table)
        assert following is not None
        here = following
    assert here.diagram() == diagram.write(last.position)
    if not last.over:
        legal = legal_moves(last.position, rules)
        assert {text for text, _ in here.moves(table)} == {move.text for move in legal}


@given(sessions())
@quick
def test_a_game_is_won_just_when_all_cards_are_home(session: Session) -> None:
    for game in session:
        assert (game.status == "won") is game.position.won


@given(sessions())
@quick
def test_positions_are_written_and_read_back(session: Session) -> None:
    for game in session[::5]:
        assert read_position(game.position.text) == game.position
        assert diagram.read(diagram.write(game.position)) == game.position
