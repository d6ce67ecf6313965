"""Moves chosen for a player: the automatic move of a card, the finish, a hint; and the advice that play stands still.

All of them look only at what the player can see: nothing here reads a face-down card or the order of the stock.
"""

from __future__ import annotations

from games.klondike.cards import KING, Card, known
from games.klondike.errors import CannotFinish, EmptyPile, FaceDown, Invalid, NoAutomaticMove, NotARun, Refusal
from games.klondike.legality import (
    builds_on,
    can_finish,
    goes_home,
    homing,
    is_shuttle,
    landing,
    legal_moves,
    only_goes_round,
)
from games.klondike.moves import COLUMN_UP, DRAW, REDEAL, RUN, WASTE_DOWN, WASTE_UP, Kind, Move
from games.klondike.position import Position
from games.klondike.rules import Rules

WASTE = "w"
PILES = (WASTE, "1", "2", "3", "4", "5", "6", "7")
"""What cards go from by themselves: the waste and the columns."""


def automatic_move(position: Position, pile: str, count: int = 1) -> Move | Refusal:
    """Where the top card of a pile, or the run of its `count` top cards, goes by itself.

    A single card's foundation first, then the leftmost legal column; a king at the base of its column stays.
    """
    if pile == WASTE:
        return _waste_move(position) if count == 1 else NotARun()
    if pile not in PILES or count < 1:
        return Invalid(reason="A card goes by itself from the waste, w, or from a column, 1 to 7.", field="pile")
    return _column_move(position, int(pile) - 1, count)


def _waste_move(position: Position) -> Move | Refusal:
    if not position.waste:
        return EmptyPile(pile="waste")
    card = position.waste[-1]
    if goes_home(card, position):
        return WASTE_UP
    to = _leftmost(card, position)
    return NoAutomaticMove() if to is None else WASTE_DOWN[to]


def _column_move(position: Position, at: int, count: int) -> Move | Refusal:
    down, up = position.columns[at]
    if not up:
        return EmptyPile(pile=f"column {at + 1}")
    if len(up) < count:
        return FaceDown(column=at + 1, count=count)
    card = up[-count]
    if count == 1 and goes_home(card, position):
        return COLUMN_UP[at]
    to = _leftmost(card, position)
    if to is None or (card.rank == KING and not down and count == len(up)):
        return NoAutomaticMove()
    return RUN[at][to][count - 1]


def _leftmost(card: Card, position: Position) -> int | None:
    return next((to for to, column in enumerate(position.columns) if builds_on(card, column)), None)


def finishing_move(position: Position) -> Move:
    """The next move of the finish: the leftmost column whose top card goes home.

    Raises `CannotFinish` unless the position can finish, from where there always is one.
    """
    if not can_finish(position):
        raise CannotFinish()
    return next(
        COLUMN_UP[at] for at, column in enumerate(position.columns) if column.up and goes_home(column.up[-1], position)
    )


def no_progress(position: Position, rules: Rules, idle: int) -> bool:
    """A full pass through the stock has gone by in which no legal move but draw and redeal existed.

    `idle` is `Moment.idle`. A king that shuttles between empty columns is no such move. Advice only: it claims nothing
    about other lines of play.
    """
    return _went_round_in_vain(position, rules, idle) and only_goes_round(position, rules)


def _went_round_in_vain(position: Position, rules: Rules, idle: int) -> bool:
    """Every card of stock and waste was turned in one pass since the last move of another kind, and no top card of that
    pass could be played. Over it columns and order haven't changed, so that its tops can be told from the position."""
    stock, waste = position.stock, position.waste
    if idle < len(stock) + len(waste) * (2 if stock else 1):
        return False
    order = waste + stock
    tops = order[rules.draw - 1 :: rules.draw] + order[-1:]
    return not known(tops) & (landing(position) | homing(position))


def hint(position: Position, rules: Rules, idle: int) -> Move | None:
    """A good next move as far as the player can see; None where nothing but going round in circles is left.

    A card that turns up another or can safely go home comes first, then the waste, then clearing a column for a king
    that waits, other cards that can go home, the stock. Moves that only shift a run are never hinted.
    """
    moves = legal_moves(position, rules)
    for wanted in (_uncovers, _goes_home_safely, _plays_waste, _makes_room, _goes_home):
        chosen = [move for move in moves if wanted(position, move)]
        if chosen:
            return max(chosen, key=lambda move: len(position.columns[move.source].down) if move.source >= 0 else 0)
    if _went_round_in_vain(position, rules, idle):
        return None
    return next((move for move in (DRAW, REDEAL) if move in moves), None)


def _uncovers(position: Position, move: Move) -> bool:
    if move.kind is not Kind.RUN and move.kind is not Kind.COLUMN_UP:
        return False
    column = position.columns[move.source]
    return bool(column.down) and len(column.up) == move.count


def _goes_home_safely(position: Position, move: Move) -> bool:
    """No card that is still out could want to be built on this one: both suits of the other colour are close behind."""
    if not _goes_home(position, move):
        return False
    card = position.waste[-1] if move.kind is Kind.WASTE_UP else position.columns[move.source].up[-1]
    others = (0, 3) if card.red else (1, 2)
    return all(position.foundations[suit] >= card.rank - 2 for suit in others)


def _plays_waste(position: Position, move: Move) -> bool:
    return move.kind is Kind.WASTE_UP or move.kind is Kind.WASTE_DOWN


def _makes_room(position: Position, move: Move) -> bool:
    if move.kind is not Kind.RUN:
        return False
    column = position.columns[move.source]
    clears = not column.down and len(column.up) == move.count
    king_waits = any(other.down and other.up[0].rank == KING for other in position.columns if other.up)
    return clears and king_waits and not is_shuttle(position, move)


def _goes_home(position: Position, move: Move) -> bool:
    return move.kind is Kind.COLUMN_UP or move.kind is Kind.WASTE_UP
