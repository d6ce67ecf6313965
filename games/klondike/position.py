"""Where every card lies at one moment, and what a move makes of it; whether it may be made is asked in `legality`."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from games.klondike.cards import DECK, RANKS, SUITS, Cards, parse_card
from games.klondike.deals import Deal
from games.klondike.moves import Kind, Move
from games.klondike.rules import Rules


class Column(NamedTuple):
    """Face-down cards, then the face-up run on them; in both the deepest card comes first."""

    down: Cards
    up: Cards


EMPTY = Column((), ())


class Position(NamedTuple):
    """`stock[0]` is drawn next; `waste[-1]` is the top. `foundations` holds the rank on top of each suit's foundation
    (0: empty), in the order of `SUITS`. `pass_number` is the trip through the stock under way, from 1."""

    stock: Cards
    waste: Cards
    foundations: tuple[int, int, int, int]
    columns: tuple[Column, ...]
    pass_number: int

    @property
    def home(self) -> int:
        """How many cards are on the foundations."""
        return sum(self.foundations)

    @property
    def won(self) -> bool:
        """Whether all fifty-two cards are home."""
        return self.foundations == (13, 13, 13, 13)

    @property
    def face_down(self) -> int:
        """How many cards lie face down in the columns."""
        return sum([len(down) for down, _ in self.columns])

    def after(self, move: Move, rules: Rules) -> Position:
        """The position a legal move leads to. The move is taken on trust: an illegal one may raise or give nonsense."""
        return _OUTCOME[move.kind](self, move, rules)[0]

    def outcome(self, move: Move, rules: Rules) -> Outcome:
        """The same with the cards that the move turns up in a column, and those it draws from the stock."""
        return _OUTCOME[move.kind](self, move, rules)

    @property
    def text(self) -> str:
        """One line that `read_position` takes back: stock/waste/foundations/columns/pass, face-down suits in lower
        case, foundations as ranks in the order of `SUITS` with `-` for none, columns parted by commas."""
        columns = [
            "".join([card.covered for card in down]) + "".join([card.text for card in up]) for down, up in self.columns
        ]
        return "/".join(
            (
                "".join([card.text for card in self.stock]),
                "".join([card.text for card in self.waste]),
                "".join([RANKS[rank - 1] if rank else "-" for rank in self.foundations]),
                ",".join(columns),
                str(self.pass_number),
            )
        )


Outcome = tuple[Position, Cards, Cards]
"""What a move makes of a position, the cards it turned up in a column, and those it drew, in this order."""

_position, _column_of = partial(tuple.__new__, Position), partial(tuple.__new__, Column)
"""For moves: a NamedTuple made by its name goes through a Python function, and takes twice as long."""


def dealt(deal: Deal) -> Position:
    """The position a game starts from."""
    columns = tuple([Column(cards[:-1], cards[-1:]) for cards in deal.columns])
    return Position(deal.stock, (), (0, 0, 0, 0), columns, 1)


def read_position(text: str) -> Position:
    """Takes back `Position.text`; only for text that this program wrote."""
    stock, waste, foundations, columns, pass_number = text.split("/")
    clubs, diamonds, hearts, spades = [RANKS.find(rank) + 1 for rank in foundations]
    return Position(
        _cards(stock),
        _cards(waste),
        (clubs, diamonds, hearts, spades),
        tuple([_column(column) for column in columns.split(",")]),
        int(pass_number),
    )


def _cards(text: str) -> Cards:
    return tuple([parse_card(text[at : at + 2]) for at in range(0, len(text), 2)])


def _column(text: str) -> Column:
    covered = sum([letter in "cdhs" for letter in text[1::2]])
    cards = _cards(text)
    return Column(cards[:covered], cards[covered:])


def _draw(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    drawn = stock[: rules.draw]
    return _position((stock[rules.draw :], waste + drawn, foundations, columns, pass_number)), (), drawn


def _draw_direct(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    card = stock[0]
    if foundations[card.suit] != card.rank - 1:
        waste = (*waste, card)
    else:
        foundations = _raised(foundations, card.suit, 1)
    return _position((stock[1:], waste, foundations, columns, pass_number)), (), (card,)


def _redeal(position: Position, move: Move, rules: Rules) -> Outcome:
    _, waste, foundations, columns, pass_number = position
    return _position((waste, (), foundations, columns, pass_number + 1)), (), ()


def _waste_up(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    return _position((stock, waste[:-1], _raised(foundations, waste[-1].suit, 1), columns, pass_number)), (), ()


def _waste_down(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    built = list(columns)
    _build(built, move.target, waste[-1:])
    return _position((stock, waste[:-1], foundations, tuple(built), pass_number)), (), ()


def _column_up(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    raised = _raised(foundations, columns[move.source].up[-1].suit, 1)
    left = list(columns)
    turned_up = _take(left, move.source, 1)
    return _position((stock, waste, raised, tuple(left), pass_number)), turned_up, ()


def _run(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    source, count = move.source, move.count
    moved = list(columns)
    turned_up = _take(moved, source, count)
    _build(moved, move.target, columns[source].up[-count:])
    return _position((stock, waste, foundations, tuple(moved), pass_number)), turned_up, ()


def _worry_back(position: Position, move: Move, rules: Rules) -> Outcome:
    stock, waste, foundations, columns, pass_number = position
    suit = move.source
    built = list(columns)
    _build(built, move.target, (DECK[13 * suit + foundations[suit] - 1],))
    return _position((stock, waste, _raised(foundations, suit, -1), tuple(built), pass_number)), (), ()


_OUTCOME = {
    Kind.DRAW: _draw,
    Kind.DRAW_DIRECT: _draw_direct,
    Kind.REDEAL: _redeal,
    Kind.WASTE_UP: _waste_up,
    Kind.WASTE_DOWN: _waste_down,
    Kind.COLUMN_UP: _column_up,
    Kind.RUN: _run,
    Kind.WORRY_BACK: _worry_back,
}


def _raised(foundations: tuple[int, int, int, int], suit: int, by: int) -> tuple[int, int, int, int]:
    clubs, diamonds, hearts, spades = foundations
    if suit == 0:
        return (clubs + by, diamonds, hearts, spades)
    if suit == 1:
        return (clubs, diamonds + by, hearts, spades)
    if suit == 2:
        return (clubs, diamonds, hearts + by, spades)
    return (clubs, diamonds, hearts, spades + by)


def _build(columns: list[Column], at: int, cards: Cards) -> None:
    """Puts cards on a column."""
    down, up = columns[at]
    columns[at] = _column_of((down, up + cards))


def _take(columns: list[Column], at: int, count: int) -> Cards:
    """Takes `count` cards from the top of a column; when no face-up card is left there, the next one turns up."""
    down, up = columns[at]
    left = up[:-count]
    turned_up = () if left else down[-1:]
    columns[at] = _column_of((down[:-1], turned_up) if turned_up else (down, left))
    return turned_up


def foundation_top(position: Position, suit: int) -> str | None:
    """The card on top of a suit's foundation, as text; None where it is empty."""
    rank = position.foundations[suit]
    return RANKS[rank - 1] + SUITS[suit] if rank else None
