"""Won games as they are played by those who ask a solver, and by those who don't."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.klondike.deals import deal_from_seed
from games.klondike.legality import legal_moves
from games.klondike.moves import Move
from games.klondike.position import Position, dealt
from games.klondike.rules import Rules
from games.klondike.shuffle import number_seed
from games.solver import solve
from games.solver.search import Budget

Chooses = Callable[[Position, Rules, Random], Move | None]


def deal_text(number: int) -> str:
    return deal_from_seed(number_seed(number)).text


def sees_what_is_face_up(position: Position, rules: Rules, random: Random) -> Move | None:
    """A good player by what can be seen: cards home, cards turned up and the waste first, now and then a detour."""

    def wish(move: Move) -> float:
        source, _, target = move.text.partition("-")
        if target == "f":
            return 8
        if source in ("draw", "redeal"):
            return 0.6
        if source in "cdhs":
            return 0
        if source == "w":
            return 4
        return 9 if _face_down(position.after(move, rules)) < _face_down(position) else 0.15

    moves = legal_moves(position, rules)
    wishes = [wish(move) for move in moves]
    return random.choices(moves, wishes)[0] if any(wishes) else None


def asks(solver_share: float) -> Chooses:
    """Plays a solver's line in so many of the moves, and in the others like the good player."""
    line: list[Move] = []
    at = None

    def choose(position: Position, rules: Rules, random: Random) -> Move | None:
        nonlocal line, at
        if position != at:
            line = [*solve(position, rules, Budget(ms=200)).line]
        if not line:
            return None
        move = line[0] if random.random() < solver_share else sees_what_is_face_up(position, rules, random)
        line, at = line[1:], position.after(line[0], rules)
        return move

    return choose


def won_game(number: int, rules: Rules, chooses: Chooses, random: Random) -> list[Move] | None:
    """The moves; None where it wasn't won in 400."""
    position = dealt(deal_from_seed(number_seed(number)))
    moves: list[Move] = []
    while position.home < 52 and len(moves) < 400:
        move = chooses(position, rules, random)
        if move is None:
            return None
        moves.append(move)
        position = position.after(move, rules)
    return moves if position.home == 52 else None


def _face_down(position: Position) -> int:
    return sum(len(column.down) for column in position.columns)
