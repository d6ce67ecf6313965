"""Nothing a player is told depends on, or names, a card that they have not seen."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.klondike import diagram, sight
from games.klondike.autoplay import automatic_move, hint, no_progress
from games.klondike.cards import DECK, Card
from games.klondike.history import History
from games.klondike.legality import legal_moves, why_not
from games.klondike.moves import MOVES
from games.klondike.position import Column, Position
from tests.klondike.sessions import Session, sessions

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK]|10)[CDHS](?![A-Za-z0-9])", re.IGNORECASE)
quick = settings(max_examples=60, deadline=None)


def named(payload: Any) -> set[str]:
    """Every card that a payload names, wherever it stands, face down in lower case too."""
    return {text.upper().replace("10", "T") for text in CARD.findall(json.dumps(payload))}


def visible(position: Position) -> set[str]:
    """What lies open on the table."""
    home = {card.text for card in DECK if card.rank <= position.foundations[card.suit]}
    return home | {card.text for pile in [position.waste, *(up for _, up in position.columns)] for card in pile}


def seen(session: Session) -> list[set[str]]:
    """What has lain open by each event: told from the positions alone, so that `History.known` is tested too."""
    so_far = visible(session[0].position)
    found = [so_far]
    for game in session[1:]:
        so_far = so_far | visible(game.position)
        found.append(so_far)
    return found


def test_the_walk_finds_cards_wherever_they_stand() -> None:
    payload = {"7C": [{"x": "the 10h, and 4-6x3"}], "text": "1: ?? 4c\n2: KS", "id": "x7Dy", "at": "2030-01-01T00:00Z"}
    assert named(payload) == {"7C", "TH", "4C", "KS"}


@given(sessions())
@quick
def test_known_is_what_has_lain_open(session: Session) -> None:
    for game, open_by_now in zip(session, seen(session), strict=True):
        assert {card.text for card in sight.known_cards(game)} == open_by_now


@given(sessions())
@quick
def test_no_payload_names_a_card_not_yet_seen(session: Session) -> None:
    known = seen(session)
    for game, open_by_now in zip(session[::9], known[::9], strict=True):
        now = game.clock.at
        advised = hint(game.position, game.rules, game.now.idle)
        reasons = {game.why_not(move) for move in MOVES.values()}
        payloads = [
            sight.show_game(game, now),
            sight.show_progress(game, now),
            sight.show_can(game),
            sight.show_position(game.position),
            sight.show_legal(game),
            sight.show_dealt(game),
            str(advised),
            [str(automatic_move(game.position, pile, count)) for pile in "w1234567" for count in (1, 2, 5)],
            [[str(reason), reason.params] for reason in reasons if reason is not None],
            diagram.write(game.position, game.known),
        ]
        assert named(payloads) <= open_by_now


@given(sessions())
@quick
def test_no_event_names_a_card_before_it_is_seen(session: Session) -> None:
    for (before, after), open_by_now in zip(pairwise(session), seen(session)[1:], strict=True):
        assert named(sight.show_event(after.event, before)) <= open_by_now
    shown, _ = sight.show_events(session[0], [game.event for game in session[1:]])
    assert named(shown) <= seen(session)[-1]


@given(sessions())
@quick
def test_the_events_tell_each_card_that_came_to_light(session: Session) -> None:
    known = seen(session)
    for (before, after), (was, now) in zip(pairwise(session), pairwise(known), strict=True):
        shown = sight.show_event(after.event, before)
        assert now - was <= {*shown.get("turned_up", ()), *shown.get("drawn", ())}


def swapped(position: Position, one: Card, other: Card) -> Position:
    """The same table with two cards in each other's place."""

    def swap(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(other if card is one else one if card is other else card for card in cards)

    columns = tuple(Column(swap(down), up) for down, up in position.columns)
    return position._replace(stock=swap(position.stock), columns=columns)


def unseen(game: History) -> list[Card]:
    return [card for card in DECK if not game.known >> card.index & 1]


@given(sessions(), st.data())
@quick
def test_what_may_be_done_and_why_not_is_the_same_whatever_lies_hidden(session: Session, data: st.DataObject) -> None:
    games = [game for game in session if len(unseen(game)) > 1 and not game.over]
    game = data.draw(st.sampled_from(games or session[:1]))
    hidden = unseen(game)
    one, other = data.draw(st.sampled_from(hidden)), data.draw(st.sampled_from(hidden))
    here, there, rules = game.position, swapped(game.position, one, other), game.rules
    for ask in (
        lambda position: legal_moves(position, rules),
        lambda position: [why_not(position, move, rules) for move in MOVES.values()],
        lambda position: [automatic_move(position, pile, count) for pile in "w1234567" for count in range(1, 14)],
        lambda position: hint(position, rules, game.now.idle),
        lambda position: no_progress(position, rules, game.now.idle),
        lambda position: diagram.write(position, game.known),
        lambda position: sight.show_game(game._replace(now=game.now._replace(position=position)), game.clock.at),
    ):
        assert ask(here) == ask(there)
