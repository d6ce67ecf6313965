"""Whether a move may be made, why not, and which moves there are. What a move does is in `position`."""

from __future__ import annotations

from games.klondike.cards import DECK, KING, Card, known
from games.klondike.errors import (
    EmptyPile,
    FaceDown,
    NeedsAce,
    NeedsKing,
    NotAlternating,
    NotDirect,
    NothingToRedeal,
    NotNextInSuit,
    NotNextRank,
    NoWorryingBack,
    RedealLimit,
    Refusal,
)
from games.klondike.moves import (
    COLUMN_UP,
    DRAW,
    DRAW_DIRECT,
    REDEAL,
    RUN,
    WASTE_DOWN,
    WASTE_UP,
    WORRY_BACK,
    Kind,
    Move,
)
from games.klondike.position import Column, Position, foundation_top
from games.klondike.rules import Rules


def why_not(position: Position, move: Move, rules: Rules) -> Refusal | None:
    """Why the rules refuse this move here; None if they allow it.

    What lies face down is judged before what fits, so that the answer depends only on what the player can see.
    """
    return _WHY_NOT[move.kind](position, move, rules)


def legal_moves(position: Position, rules: Rules) -> list[Move]:
    """Every legal move: waste, then columns from the left with the whole run first, then worrying back, then the stock.

    For each source and count the foundation comes first, then columns from the left: the first one is the automatic
    move, except that a king at the base of a column, which may only shuttle to an empty one, has no automatic move.
    """
    moves = _from_waste(position)
    moves += _from_columns(position)
    if rules.worrying_back:
        moves += _from_foundations(position)
    if position.stock:
        moves.append(DRAW)
        if rules.direct_from_stock:
            moves.append(DRAW_DIRECT)
    elif position.waste and (rules.passes is None or position.pass_number < rules.passes):
        moves.append(REDEAL)
    return moves


def can_finish(position: Position) -> bool:
    """Stock and waste are empty and every column card is face up: from there the foundations can always be completed,
    since the lowest card that is missing lies on top of its column."""
    if position.stock or position.waste:
        return False
    return not any(column.down for column in position.columns) and not position.won


def is_shuttle(position: Position, move: Move) -> bool:
    """A king-led run that moves from the base of one column to another empty one: legal, and no progress."""
    if move.kind is not Kind.RUN:
        return False
    source = position.columns[move.source]
    target = position.columns[move.target]
    return not source.down and not target.up and move.count == len(source.up)


def builds_on(card: Card, column: Column) -> bool:
    """Whether a card, and the run on it, may be put on a column."""
    if not column.up:
        return card.rank == KING
    onto = column.up[-1]
    return card.rank == onto.rank - 1 and card.red is not onto.red


def goes_home(card: Card, position: Position) -> bool:
    """Whether a card is the next of its suit."""
    return position.foundations[card.suit] == card.rank - 1


_KINGS = known(tuple([card for card in DECK if card.rank == KING]))
_LANDING = tuple([known(tuple([card for card in DECK if builds_on(card, Column((), (onto,)))])) for onto in DECK])
"""By `Card.index`, the cards that may be put on a card, as a set."""

_CARD = (*(1 << index for index in range(13)), 0)
"""Of a suit, by place from the ace; after the king, and before the ace, comes none."""


def landing(position: Position) -> int:
    """The cards that may be put on some column as it is, wherever they lie, as a set: bit `Card.index`."""
    cards = 0
    for _, up in position.columns:
        cards |= _LANDING[up[-1].index] if up else _KINGS
    return cards


def homing(position: Position) -> int:
    """The next card of each suit, as a set."""
    return _one_each(*position.foundations)


def _tops(position: Position) -> int:
    """The top card of each foundation, as a set."""
    return _one_each(*[rank - 1 for rank in position.foundations])


def _one_each(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    return _CARD[clubs] | _CARD[diamonds] << 13 | _CARD[hearts] << 26 | _CARD[spades] << 39


def only_goes_round(position: Position, rules: Rules) -> bool:
    """Whether every legal move is one round the stock or a shuttle: `legal_moves` asked for no more than that."""
    on_columns, home = landing(position), homing(position)
    if position.waste and (on_columns | home) >> position.waste[-1].index & 1:
        return False
    for down, up in position.columns:
        if not up:
            continue
        if home >> up[-1].index & 1:
            return False
        for card in up:
            if on_columns >> card.index & 1 and (down or card.rank != KING):
                return False
    return not (rules.worrying_back and on_columns & _tops(position))


def _from_waste(position: Position) -> list[Move]:
    if not position.waste:
        return []
    card = position.waste[-1]
    moves = [WASTE_UP] if goes_home(card, position) else []
    moves += [WASTE_DOWN[to] for to, column in enumerate(position.columns) if builds_on(card, column)]
    return moves


def _from_columns(position: Position) -> list[Move]:
    columns = position.columns
    ends = [column.up[-1] if column.up else None for column in columns]
    empty = [to for to, end in enumerate(ends) if end is None]
    foundations = position.foundations
    moves: list[Move] = []
    for at, (_, up) in enumerate(columns):
        if not up:
            continue
        top = up[-1]
        if foundations[top.suit] == top.rank - 1:
            moves.append(COLUMN_UP[at])
        # A face-up run descends by one, so the card of it that could go on an end is known by its rank alone.
        runs = RUN[at]
        head_rank = up[0].rank
        top_rank = top.rank
        if head_rank == KING:
            moves += [runs[to][len(up) - 1] for to in empty]
        for to, end in enumerate(ends):
            if end is not None and top_rank < end.rank <= head_rank + 1 and to != at:
                count = end.rank - top_rank
                if up[-count].red is not end.red:
                    moves.append(runs[to][count - 1])
    return moves


def _from_foundations(position: Position) -> list[Move]:
    moves: list[Move] = []
    for suit, rank in enumerate(position.foundations):
        if rank:
            card = DECK[13 * suit + rank - 1]
            moves += [WORRY_BACK[suit][to] for to, column in enumerate(position.columns) if builds_on(card, column)]
    return moves


def _why_not_build(card: Card, column: Column) -> Refusal | None:
    if builds_on(card, column):
        return None
    if not column.up:
        return NeedsKing(card=card.text)
    onto = column.up[-1]
    if card.rank != onto.rank - 1:
        return NotNextRank(card=card.text, onto=onto.text)
    return NotAlternating(card=card.text, onto=onto.text)


def _why_not_home(card: Card, position: Position) -> Refusal | None:
    if goes_home(card, position):
        return None
    onto = foundation_top(position, card.suit)
    if onto is None:
        return NeedsAce(card=card.text)
    return NotNextInSuit(card=card.text, onto=onto)


def _why_not_draw(position: Position, move: Move, rules: Rules) -> Refusal | None:
    return None if position.stock else EmptyPile(pile="stock")


def _why_not_draw_direct(position: Position, move: Move, rules: Rules) -> Refusal | None:
    return _why_not_draw(position, move, rules) if rules.direct_from_stock else NotDirect()


def _why_not_redeal(position: Position, move: Move, rules: Rules) -> Refusal | None:
    if position.stock or not position.waste:
        return NothingToRedeal()
    if rules.passes is not None and position.pass_number >= rules.passes:
        return RedealLimit(passes=rules.passes)
    return None


def _why_not_waste_up(position: Position, move: Move, rules: Rules) -> Refusal | None:
    return _why_not_home(position.waste[-1], position) if position.waste else EmptyPile(pile="waste")


def _why_not_waste_down(position: Position, move: Move, rules: Rules) -> Refusal | None:
    if not position.waste:
        return EmptyPile(pile="waste")
    return _why_not_build(position.waste[-1], position.columns[move.target])


def _why_not_column_up(position: Position, move: Move, rules: Rules) -> Refusal | None:
    up = position.columns[move.source].up
    return _why_not_home(up[-1], position) if up else EmptyPile(pile=f"column {move.source + 1}")


def _why_not_run(position: Position, move: Move, rules: Rules) -> Refusal | None:
    up = position.columns[move.source].up
    if not up:
        return EmptyPile(pile=f"column {move.source + 1}")
    if len(up) < move.count:
        return FaceDown(column=move.source + 1, count=move.count)
    return _why_not_build(up[-move.count], position.columns[move.target])


def _why_not_worry_back(position: Position, move: Move, rules: Rules) -> Refusal | None:
    if not rules.worrying_back:
        return NoWorryingBack()
    rank = position.foundations[move.source]
    if not rank:
        return EmptyPile(pile="foundation")
    return _why_not_build(DECK[13 * move.source + rank - 1], position.columns[move.target])


_WHY_NOT = {
    Kind.DRAW: _why_not_draw,
    Kind.DRAW_DIRECT: _why_not_draw_direct,
    Kind.REDEAL: _why_not_redeal,
    Kind.WASTE_UP: _why_not_waste_up,
    Kind.WASTE_DOWN: _why_not_waste_down,
    Kind.COLUMN_UP: _why_not_column_up,
    Kind.RUN: _why_not_run,
    Kind.WORRY_BACK: _why_not_worry_back,
}
