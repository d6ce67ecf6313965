"""The fifty-two cards, each one object for the life of the process."""

from __future__ import annotations

from games.klondike.errors import Invalid

RANKS = "A23456789TJQK"
SUITS = "CDHS"
KING = 13


class Card:
    """One of the fifty-two; compare with `is` or `==` alike.

    `rank` runs from 1 (ace) to 13 (king), `suit` from 0 to 3 in the order of `SUITS`; `index` is 13 · suit + rank − 1,
    the card's place in `DECK` and its bit in a set of known cards. `text` is rank then suit, `TH`; `covered` is the
    same with the suit in lower case, as a face-down card is drawn in diagrams.
    """

    __slots__ = ("covered", "index", "rank", "red", "suit", "text")

    def __init__(self, index: int) -> None:
        suit, rank = divmod(index, 13)
        self.index = index
        self.suit = suit
        self.rank = rank + 1
        self.red = suit in (1, 2)
        self.text = RANKS[rank] + SUITS[suit]
        self.covered = RANKS[rank] + SUITS[suit].lower()

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.text,)


Cards = tuple[Card, ...]

DECK: Cards = tuple(Card(index) for index in range(52))
"""Clubs ace to king, then diamonds, hearts, spades: the order every shuffle starts from."""

_BY_TEXT = {card.text: card for card in DECK}


def parse_card(text: str) -> Card:
    """`TH`, `th` and `10H` are the ten of hearts. Raises `Invalid` for anything else."""
    card = _BY_TEXT.get(text) or _BY_TEXT.get(text.upper().replace("10", "T"))
    if card is None:
        raise Invalid(reason=f"{text!r} is not a card.", value=text)
    return card


def known(cards: Cards) -> int:
    """A set of cards as a bit mask: bit `index` for each."""
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask
