"""Who comes before whom at the end of a race."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from games.klondike.history import History


class Figures(NamedTuple):
    """What a player's game has come to, in the order in which it counts."""

    home: int
    points: int
    finished_ms: int | None
    """From the player's start to the win; None without one."""
    moves: int | None
    """None of who never made one: then anybody's are fewer."""

    @property
    def rank(self) -> tuple[int, int, float, float]:
        """Smaller is better; equal is a shared place."""
        finished = inf if self.finished_ms is None else self.finished_ms
        return -self.home, -self.points, finished, inf if self.moves is None else self.moves


def figures(game: History) -> Figures:
    """Of a game that has stopped, whether it was won, given up or cut short: what was banked stays."""
    finished_ms = game.clock.elapsed_ms if game.status == "won" else None
    return Figures(game.position.home, game.points or 0, finished_ms, game.now.moves if game.started else None)


def places(banked: Sequence[Figures | None], winner: int | None = None) -> list[int | None]:
    """Competition ranks, `1, 2, 2, 4`, in the order of the players; None for who never started.

    `winner` is the index of the one who is first whatever the figures say: the last one left.
    """
    ranks = [None if figure is None else (at != winner, figure.rank) for at, figure in enumerate(banked)]
    started = [rank for rank in ranks if rank is not None]
    return [None if rank is None else 1 + sum(other < rank for other in started) for rank in ranks]
