"""How much a won game is like one that a solver would have played, who sees the hidden cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.actions.verdicts import budget
from games.klondike.events import By, Event, EventType
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.moves import Move, parse_move
from games.klondike.position import Position
from games.klondike.rules import Rules
from games.solver import solve
from games.solver.search import OutsideProofs

MOST_MS = 1_000
"""What the solver may take for one game. Some 30 ms are usual: what people win is quickly solved."""


class Likeness(NamedTuple):
    """Of `moves` that the player chose among several, `same` were the solver's; `as_good` are these, and those that
    left a shorter way than the solver had before."""

    moves: int
    same: int
    as_good: int


class _Unsolved(Exception):
    """The solver has no line from here in the time there is."""


class _Solver:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.left_ms = float(MOST_MS)

    def line(self, position: Position) -> tuple[Move, ...]:
        try:
            answer = solve(position, self.rules, budget(max(1, round(self.left_ms))))
        except OutsideProofs as outside:
            raise _Unsolved() from outside
        self.left_ms -= answer.spent.cpu_ms
        if answer.word != "winnable" or self.left_ms <= 0:
            raise _Unsolved()
        return answer.line


def likeness(dealt: History, events: Iterable[Event]) -> Likeness | None:
    """Of a game that was won, from its deal on; None where the solver can't tell. It is asked for a line, and for
    another one wherever the player leaves it."""
    try:
        return _compare(dealt, events, _Solver(dealt.rules))
    except _Unsolved:
        return None


def _compare(game: History, events: Iterable[Event], solver: _Solver) -> Likeness:
    moves = same = as_good = 0
    line: tuple[Move, ...] | None = None
    for event in events:
        before, game = game, game.apply(event)
        if event.type in (EventType.UNDONE, EventType.REDONE):
            line = None
        if event.type is not EventType.PLAYED or event.by is not By.PLAYER:
            continue
        if line is None:
            line = solver.line(before.position)
        follows = line[:1] == (parse_move(event.detail or ""),)
        rest = line[1:] if follows else () if game.over else solver.line(game.position)
        if len(legal_moves(before.position, before.rules)) > 1:
            moves += 1
            same += follows
            as_good += len(rest) < len(line)
        line = rest
    return Likeness(moves, same, as_good)
