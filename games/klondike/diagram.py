"""Positions as text that a person can read and type: tests, the log's replay and the admin draw them so.

    stock: 7C TS KD
    waste: 5H
    foundations: AC 3D
    1: 9S
    2: 4c 8H 7S
    pass: 2

Stock and waste are written in the order of `Position`: the first card of the stock is drawn next, the last card of the
waste is its top. A lower-case suit is a face-down card of a column. Lines for empty piles, and pass 1, are left out.
"""

from __future__ import annotations

import re

from games.klondike.cards import Card, parse_card
from games.klondike.deals import COLUMNS
from games.klondike.errors import Invalid
from games.klondike.legality import builds_on
from games.klondike.position import EMPTY, Column, Position, foundation_top

HIDDEN = "??"
"""Drawn for a face-down card that the viewer doesn't know."""


def read(text: str) -> Position:
    """The position a diagram draws. Raises `Invalid`, naming the line, for anything it can't read."""
    piles: dict[str, list[str]] = {}
    for name, cards in (_pile(line) for line in text.splitlines() if line.strip()):
        if name in piles:
            raise Invalid(reason=f"A diagram draws each pile once, and this one {name!r} twice.")
        piles[name] = cards
    columns = [_column(piles.pop(str(at + 1), [])) for at in range(COLUMNS)]
    stock, waste = _faced(piles.pop("stock", [])), _faced(piles.pop("waste", []))
    foundations = [0, 0, 0, 0]
    for card in _faced(piles.pop("foundations", [])):
        if foundations[card.suit]:
            raise Invalid(reason=f"A suit has one foundation, whose top card is drawn: not the {card} too.")
        foundations[card.suit] = card.rank
    pass_number = _pass(" ".join(piles.pop("pass", ["1"])))
    if piles:
        raise Invalid(reason=f"A diagram has no pile called {next(iter(piles))!r}.")
    clubs, diamonds, hearts, spades = foundations
    position = Position(stock, waste, (clubs, diamonds, hearts, spades), tuple(columns), pass_number)
    _refuse_twins(position)
    return position


def write(position: Position, known: int | None = None) -> str:
    """The diagram of a position; with `known`, a set of cards by `Card.index`, other covered cards are drawn `??`."""

    def covered(card: Card, text: str) -> str:
        return text if known is None or known >> card.index & 1 else HIDDEN

    lines = {
        "stock": [covered(card, card.text) for card in position.stock],
        "waste": [card.text for card in position.waste],
        "foundations": [top for suit in range(4) if (top := foundation_top(position, suit))],
    }
    for number, (down, up) in enumerate(position.columns, start=1):
        lines[str(number)] = [covered(card, card.covered) for card in down] + [card.text for card in up]
    if position.pass_number > 1:
        lines["pass"] = [str(position.pass_number)]
    return "\n".join(f"{pile}: {' '.join(cards)}" for pile, cards in lines.items() if cards)


def _pile(line: str) -> tuple[str, list[str]]:
    name, colon, cards = line.partition(":")
    if not colon:
        raise Invalid(reason=f"A line of a diagram names its pile before a colon: {line.strip()!r}.")
    return name.strip(), cards.split()


def _faced(cards: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in cards)


def _pass(number: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,5}", number):
        raise Invalid(reason=f"A pass is a number from 1, not {number!r}.")
    return int(number)


def _column(cards: list[str]) -> Column:
    if not cards:
        return EMPTY
    covered = sum(text[-1].islower() for text in cards)
    if covered == len(cards) or any(text[-1].islower() for text in cards[covered:]):
        raise Invalid(reason=f"Face-down cards lie beneath face-up ones: {' '.join(cards)!r}.")
    down, up = _faced(cards[:covered]), _faced(cards[covered:])
    if not all(builds_on(card, Column((), up[:at])) for at, card in enumerate(up) if at):
        raise Invalid(reason=f"Face-up cards go down one rank at a time in alternating colours: {' '.join(cards)!r}.")
    return Column(down, up)


def _refuse_twins(position: Position) -> None:
    seen: set[Card] = set()
    for pile in (position.stock, position.waste, *(cards for column in position.columns for cards in column)):
        for card in pile:
            if card in seen or card.rank <= position.foundations[card.suit]:
                raise Invalid(reason=f"The {card} is in two places.", card=card.text)
            seen.add(card)
