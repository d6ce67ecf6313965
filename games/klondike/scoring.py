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

_STANDARD = {Kind.WASTE_DOWN: 5, Kind.WASTE_UP: 10, Kind.COLUMN_UP: 10, Kind.WORRY_BACK: -15}


def move_points_after(points: int, move: Move, before: Position, after: Position, rules: Rules) -> int:
    """Move points after a move, from those before it."""
    system = rules.points
    if system in ("none", "efficiency"):
        return 0
    if system == "vegas":
        return points + 5 * (after.home - before.home)
    return max(0, points + _standard(move, before, after, rules))


def _standard(move: Move, before: Position, after: Position, rules: Rules) -> int:
    if move.kind is Kind.REDEAL:
        if rules.draw == 1:
            return -100
        return -20 if before.pass_number > FREE_REDEALS else 0
    if move.kind is Kind.DRAW_DIRECT:
        return 10 if after.home > before.home else 0
    turned_up = 5 if after.face_down < before.face_down else 0
    return _STANDARD.get(move.kind, 0) + turned_up


def points(
    rules: Rules, position: Position, *, moves: int, move_points: int, started: bool, elapsed_ms: int
) -> int | None:
    """The points shown; None where the rules have none. `started`: a move was ever made, even if taken back since."""
    won = position.won
    match rules.points:
        case "none":
            return None
        case "efficiency":
            earned = max(0, 100 * position.home - moves - elapsed_ms // 1000)
            return earned + (WIN_BONUS if won else 0)
        case "standard":
            return move_points
        case "standard-timed":
            seconds = elapsed_ms // 1000
            bonus = 700_000 // seconds if won and elapsed_ms > 30_000 else 0
            return max(0, move_points - 2 * (seconds // 10)) + bonus
        case "vegas":
            return move_points - (VEGAS_STAKE if started else 0)
