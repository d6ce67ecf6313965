"""That nothing but going round is left is told without listing the moves, and agrees with the list."""

from __future__ import annotations

from hypothesis import given

from games.klondike.cards import DECK
from games.klondike.legality import builds_on, goes_home, homing, is_shuttle, landing, legal_moves, only_goes_round
from games.klondike.moves import ROUND
from tests.klondike.sessions import Session, sessions


@given(sessions())
def test_only_going_round_is_what_the_list_says(session: Session) -> None:
    for game in session:
        position, rules = game.position, game.rules
        others = [
            move for move in legal_moves(position, rules) if move.kind not in ROUND and not is_shuttle(position, move)
        ]
        assert only_goes_round(position, rules) is not bool(others), others


@given(sessions())
def test_the_sets_of_cards_that_go_somewhere_are_what_each_card_says(session: Session) -> None:
    for position in [game.position for game in session]:
        for card in DECK:
            lands = any(builds_on(card, column) for column in position.columns)
            assert bool(landing(position) >> card.index & 1) is lands
            assert bool(homing(position) >> card.index & 1) is goes_home(card, position)
