"""A deal: fifty-two distinct cards in dealt order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.klondike.cards import DECK, Card, Cards
from games.klondike.errors import NotADeal
from games.klondike.shuffle import shuffled

COLUMNS = 7
TABLEAU = 28
"""The first cards of a deal, which are dealt to the columns row by row; the rest is the stock, first drawn first."""


class Deal(NamedTuple):
    """Build one by `deal_from_seed` or `read_deck`, which see to it that the cards are a deck."""

    cards: Cards

    @property
    def text(self) -> str:
        """104 characters in dealt order, as deals are stored and compared."""
        return "".join([card.text for card in self.cards])

    @property
    def columns(self) -> list[Cards]:
        """The seven columns as dealt, deepest card first; only the last card of each is face up."""
        columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
        dealt = iter(self.cards)
        for row in range(COLUMNS):
            for column in columns[row:]:
                column.append(next(dealt))
        return [tuple(column) for column in columns]

    @property
    def stock(self) -> Cards:
        """The 24 cards of the stock; the first is drawn first."""
        return self.cards[TABLEAU:]


def deal_from_seed(seed: bytes) -> Deal:
    """The deal of a seed, by the portable shuffle."""
    return Deal(tuple([DECK[index] for index in shuffled(seed)]))


def read_deck(cards: Iterable[Card]) -> Deal:
    """A deal from cards in dealt order. Raises `NotADeal`, naming the first fault, unless they are the whole deck."""
    seen: list[Card] = []
    for place, card in enumerate(cards, start=1):
        if card in seen:
            raise NotADeal(reason=f"card {place}, the {card}, has already been dealt", card=card.text, place=place)
        seen.append(card)
    if len(seen) != len(DECK):
        raise NotADeal(reason=f"it has {len(seen)} cards, not 52", count=len(seen))
    return Deal(tuple(seen))
