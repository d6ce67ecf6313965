"""Deals, games and lines of moves as other programs write them, read and written.

| format | what it is |
|---|---|
| `digits` | 156 digits in dealt order, three a card: rank 01–13, then suit 1 clubs, 2 diamonds, 3 hearts, 4 spades |
| `cards` | 52 cards as text in dealt order; spaces and commas are skipped when read |
| `solvitaire` | Solvitaire's JSON; lower case is face down, and the stock's last card is drawn first |
| `klondike` | this program's own JSON: rules, deal and moves |

Lines are read in the notation of `moves`, and in that of Klondike-Solver.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from games.klondike.cards import DECK, SUITS, Card, parse_card
from games.klondike.deals import COLUMNS, Deal, read_deck
from games.klondike.errors import Invalid, NotADeal
from games.klondike.moves import (
    COLUMN_UP,
    DRAW,
    REDEAL,
    RUN,
    WASTE_DOWN,
    WASTE_UP,
    WORRY_BACK,
    Move,
    parse_move,
)
from games.klondike.rules import RULES_VERSION, Rules, read_rules

DealFormat = Literal["digits", "cards", "solvitaire"]

FORMAT = "klondike"
FORMAT_VERSION = 1
_DIGIT_SUITS = "1234"
_CARD = re.compile(r"(?:10|[a23456789tjqk])[cdhs]", re.IGNORECASE | re.ASCII)


class Record(NamedTuple):
    """A game outside the service: its deal, its rules, and its line of play from the start."""

    deal: Deal
    rules: Rules
    moves: tuple[Move, ...]


def write_deal(deal: Deal, form: DealFormat) -> str:
    """A deal in one of the formats that hold a deal alone."""
    match form:
        case "digits":
            return "".join([f"{card.rank:02}{_DIGIT_SUITS[card.suit]}" for card in deal.cards])
        case "cards":
            return deal.text
        case "solvitaire":
            return _write_solvitaire(deal)


def read_deal(text: str) -> Deal:
    """A deal in any of the formats, told apart by their first characters. Raises `NotADeal`, naming the first fault."""
    text = text.strip()
    if text.startswith("{"):
        return _read_json_deal(text)
    if text.isascii() and text.isdigit():
        return _read_digits(text)
    return _read_cards(text)


def write_record(record: Record, *, with_deal: bool = True) -> str:
    """A game as this program's own JSON; while its cards are secret, without the deal."""
    return json.dumps(
        {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "rules_version": RULES_VERSION,
            "rules": record.rules.as_dict(),
            "deal": record.deal.text if with_deal else None,
            "moves": [move.text for move in record.moves],
        }
    )


def read_record(text: str) -> Record:
    """Takes back `write_record`. Raises `NotADeal` or `Invalid`, naming the first fault; the moves aren't judged."""
    document = _read_object(text)
    if document.get("format") != FORMAT or document.get("format_version") != FORMAT_VERSION:
        raise NotADeal(reason=f"it isn't version {FORMAT_VERSION} of the {FORMAT} format")
    deck, rules, moves = (document.get(field) for field in ("deal", "rules", "moves"))
    if not isinstance(deck, str):
        raise NotADeal(reason="it has no 'deal', its cards in one text", field="deal")
    if not isinstance(rules, str | Mapping):
        raise Invalid(reason="A game has 'rules', by name or field by field.", field="rules")
    if not isinstance(moves, list):
        raise Invalid(reason="A game has a list of 'moves'.", field="moves")
    return Record(_read_cards(deck), read_rules(rules), tuple([parse_move(str(move)) for move in moves]))


def read_moves(text: str) -> tuple[Move, ...]:
    """A line of moves parted by spaces or commas. Raises `Invalid`, naming the first word it can't read.

    Other programs write `D` or `DR3` for one or three draws (a pass has at most 24), `N` or `NEW` for a redeal, `67-2`
    for a run of two, `W` for the waste, a suit's letter for its foundation, and `F4` for turning up column 4, which
    here needs no word.
    """
    moves: list[Move] = []
    for word in text.replace(",", " ").split():
        moves.extend(_read_word(word))
    return tuple(moves)


def _read_cards(text: str) -> Deal:
    cards: list[Card] = []
    text = re.sub(r"[\s,]+", "", text)
    at = 0
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            place = len(cards) + 1
            raise NotADeal(reason=f"card {place} can't be read: {text[at : at + 3]!r}", place=place)
        cards.append(parse_card(found[0]))
        at = found.end()
    return read_deck(cards)


def _read_digits(text: str) -> Deal:
    if len(text) != 3 * len(DECK):
        raise NotADeal(reason=f"it has {len(text)} digits, not {3 * len(DECK)}", count=len(text))
    cards = []
    for place, at in enumerate(range(0, len(text), 3), start=1):
        rank, suit = int(text[at : at + 2]), _DIGIT_SUITS.find(text[at + 2])
        if not 1 <= rank <= 13 or suit < 0:
            raise NotADeal(reason=f"card {place} can't be read: {text[at : at + 3]!r}", place=place)
        cards.append(DECK[13 * suit + rank - 1])
    return read_deck(cards)


def _write_solvitaire(deal: Deal) -> str:
    def name(text: str) -> str:
        return text.replace("T", "10").replace("t", "10")

    piles = [[name(card.text.lower()) for card in column[:-1]] + [name(column[-1].text)] for column in deal.columns]
    stock = [name(card.text.lower()) for card in reversed(deal.stock)]
    return json.dumps({"tableau piles": piles, "stock": stock, "waste": [], "foundations": [[], [], [], []]})


def _read_json_deal(text: str) -> Deal:
    document = _read_object(text)
    if document.get("format") == FORMAT:
        return read_record(text).deal
    piles = [_names(pile) for pile in _list(document, "tableau piles")]
    stock = [parse_card(name) for name in reversed(_names(_list(document, "stock")))]
    if [len(pile) for pile in piles] != list(range(1, COLUMNS + 1)):
        raise NotADeal(reason="its columns don't hold one to seven cards, as a deal's do")
    if any(name[-1].isupper() for pile in piles for name in pile[:-1]) or any(pile[-1][-1].islower() for pile in piles):
        raise NotADeal(reason="a deal has just the last card of each column face up")
    if document.get("waste") or document.get("foundations") not in (None, [], [[], [], [], []]):
        raise NotADeal(reason="cards have been played from it")
    rows = [parse_card(pile[row]) for row in range(COLUMNS) for pile in piles[row:]]
    return read_deck(rows + stock)


def _read_object(text: str) -> Mapping[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotADeal(reason="it isn't JSON") from error
    if not isinstance(document, dict):
        raise NotADeal(reason="it isn't a JSON object")
    return document


def _list(document: Mapping[str, Any], field: str) -> list[Any]:
    value = document.get(field)
    if not isinstance(value, list):
        raise NotADeal(reason=f"it has no list of {field!r}", field=field)
    return value


def _names(pile: object) -> Sequence[str]:
    if not isinstance(pile, list) or not all(isinstance(name, str) and _CARD.fullmatch(name) for name in pile):
        raise NotADeal(reason="a pile is a list of cards")
    return pile


def _read_word(word: str) -> list[Move]:
    upper = word.upper()
    if draws := re.fullmatch(r"D(?:R([1-9]|1[0-9]|2[0-4]))?", upper):
        return [DRAW] * int(draws[1] or 1)
    if upper in ("N", "NEW"):
        return [REDEAL]
    if re.fullmatch(r"F[1-7]", upper):
        return []
    pair = re.fullmatch(r"([1-7WCDHS])([1-7CDHS])(?:-([0-9]{1,2}))?", upper)
    if pair is None:
        return [parse_move(word)]
    move = _read_pair(pair[1], pair[2], int(pair[3] or 1))
    if move is None:
        raise Invalid(reason=f"{word!r} is not a move.", value=word)
    return [move]


def _read_pair(source: str, target: str, count: int) -> Move | None:
    home = target in SUITS
    if source.isdigit():
        at = int(source) - 1
        if home:
            return COLUMN_UP[at] if count == 1 else None
        to = int(target) - 1
        return RUN[at][to][count - 1] if at != to and 1 <= count <= 13 else None
    if count != 1:
        return None
    if source == "W":
        return WASTE_UP if home else WASTE_DOWN[int(target) - 1]
    return None if home else WORRY_BACK[SUITS.index(source)][int(target) - 1]
