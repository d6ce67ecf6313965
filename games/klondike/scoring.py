"""Points. Move points are a fold over the line of play, floored at each step where the formula has a floor; terms for
time, and the Vegas stake, are added when they are read, so an undo restores move points and nothing else."""

from __future__ import annotations

from games.klondike.moves import Kind, Move
from games.klondike.position import Position
from games.klondike.rules import Rules

SCORING_VERSION = 1
"""Stored with every result: results of different versions are never compared."""

VEGAS_STAKE = 52
WIN_BONUS = 5_000
FREE_REDEALS = 3
"""Of standard points when two or more cards are drawn; each redeal after these costs."""

_STANDARD = {
    Kind.DRAW: 0,
    Kind.RUN: 0,
    Kind.WASTE_DOWN: 5,
    Kind.WASTE_UP: 10,
    Kind.COLUMN_UP: 10,
    Kind.WORRY_BACK: -15,
}
_TURNS_UP = 5
_WORRY_BACK = Kind.WORRY_BACK  # see `history`


def move_points_after(
    points: int, move: Move, rules: Rules, *, to_foundation: bool, turns_up: bool, pass_number: int
) -> int:
    """Move points after a move, from those before it: `to_foundation` where it put a card there, `turns_up` where it
    turned one up in a column, `pass_number` as it was before a redeal."""
    system = rules.points
    if system in ("none", "efficiency"):
        return 0
    if system == "vegas":
        home = 1 if to_foundation else -1 if move.kind is _WORRY_BACK else 0
        return points + 5 * home
    earned = _STANDARD.get(move.kind)
    if earned is None:
        earned = _round_the_stock(move, rules, to_foundation, pass_number)
    return max(0, points + earned + (_TURNS_UP if turns_up else 0))


def _round_the_stock(move: Move, rules: Rules, to_foundation: bool, pass_number: int) -> int:
    if move.kind is Kind.DRAW_DIRECT:
        return 10 if to_foundation else 0
    if rules.draw == 1:
        return -100
    return -20 if pass_number > FREE_REDEALS else 0


def points(
    rules: Rules, position: Position, *, moves: int, move_points: int, started: bool, elapsed_ms: int
) -> int | None:
    """The points shown; None where the rules have none. `started`: a move was ever made, even if taken back since."""
    match rules.points:
        case "none":
            return None
        case "efficiency":
            earned = max(0, 100 * position.home - moves - elapsed_ms // 1000)
            return earned + (WIN_BONUS if position.won else 0)
        case "standard":
            return move_points
        case "standard-timed":
            seconds = elapsed_ms // 1000
            bonus = 700_000 // seconds if elapsed_ms > 30_000 and position.won else 0
            return max(0, move_points - 2 * (seconds // 10)) + bonus
        case "vegas":
            return move_points - (VEGAS_STAKE if started else 0)
