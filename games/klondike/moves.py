"""Moves and their one notation: where from, where to and how many cards."""

from __future__ import annotations

from enum import StrEnum

from games.klondike.cards import SUITS
from games.klondike.errors import Invalid, NotARun


class Kind(StrEnum):
    """What a move does; the value describes it in words for documents."""

    DRAW = "draw"
    DRAW_DIRECT = "draw to foundation"
    REDEAL = "redeal"
    WASTE_UP = "waste to foundation"
    WASTE_DOWN = "waste to column"
    COLUMN_UP = "column to foundation"
    RUN = "column to column"
    WORRY_BACK = "foundation to column"


ROUND = (Kind.DRAW, Kind.DRAW_DIRECT, Kind.REDEAL)
"""Going round the stock, which alone is no progress."""


class Move:
    """One of the moves there can be; each is one object, so compare with `is` or `==` alike.

    `source` and `target` are column numbers from 0 or, for the source of a worrying back, a suit from 0; −1 where the
    kind says it all. `count` is how many cards a run has, else 1. `text` is the notation.
    """

    __slots__ = ("count", "kind", "source", "target", "text")

    def __init__(self, kind: Kind, text: str, source: int = -1, target: int = -1, count: int = 1) -> None:
        self.kind = kind
        self.text = text
        self.source = source
        self.target = target
        self.count = count

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_move, (self.text,)


DRAW = Move(Kind.DRAW, "draw")
DRAW_DIRECT = Move(Kind.DRAW_DIRECT, "draw-f")
REDEAL = Move(Kind.REDEAL, "redeal")
WASTE_UP = Move(Kind.WASTE_UP, "w-f")
WASTE_DOWN = tuple(Move(Kind.WASTE_DOWN, f"w-{to + 1}", target=to) for to in range(7))
COLUMN_UP = tuple(Move(Kind.COLUMN_UP, f"{at + 1}-f", source=at) for at in range(7))
WORRY_BACK = tuple(
    tuple(Move(Kind.WORRY_BACK, f"{SUITS[suit].lower()}-{to + 1}", suit, to) for to in range(7)) for suit in range(4)
)
"""By suit, then column."""
RUN = tuple(
    tuple(
        tuple(
            Move(Kind.RUN, f"{at + 1}-{to + 1}" + (f"x{count}" if count > 1 else ""), at, to, count)
            for count in range(1, 14)
        )
        for to in range(7)
    )
    for at in range(7)
)
"""By column from, column to, and count − 1; the diagonal is never legal and has no notation."""

MOVES: dict[str, Move] = {
    move.text: move
    for move in (
        *(DRAW, DRAW_DIRECT, REDEAL, WASTE_UP, *WASTE_DOWN, *COLUMN_UP),
        *(move for suit in WORRY_BACK for move in suit),
        *(move for at, row in enumerate(RUN) for to, runs in enumerate(row) if at != to for move in runs),
    )
}


def parse_move(text: str) -> Move:
    """Reads the notation, in either case, `4-6x1` being `4-6`.

    Raises `NotARun` where several cards are sent to a foundation or taken from the waste, `Invalid` for anything else.
    """
    move = MOVES.get(text) or MOVES.get(text.lower().removesuffix("x1"))
    if move is not None:
        return move
    one_card, times, count = text.lower().partition("x")
    if times and count.isdecimal() and one_card in MOVES and MOVES[one_card].kind is not Kind.RUN:
        raise NotARun()
    raise Invalid(reason=f"{text[:20]!r} is not a move.", value=text[:20])
