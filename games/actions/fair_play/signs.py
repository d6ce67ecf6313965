"""What speaks against a result: pure judgements, each with its figures and the bound they passed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb
from statistics import fmean, pstdev

Evidence = dict[str, float | int]

FEWEST_MOVES = 60
"""A game of fewer says little."""

FASTEST_MS = 150
"""A move, on average over a game: people at their best take about twice as long."""

EVENEST = 0.10
"""Deviation of the gaps between moves over their mean: of people near 1, of a program that waits in between near 0."""

LIKELIEST_WIN = 0.6
"""Of a random deal, by somebody who sees only what is face up; nobody is known to win as many."""

UNLIKELY = 1e-6


def too_fast(moves: int, wall_ms: int) -> Evidence | None:
    """Of a won game: the moves that the player made, and the time from the first to the last."""
    ms_per_move = wall_ms / moves if moves else 0.0
    if moves < FEWEST_MOVES or ms_per_move >= FASTEST_MS:
        return None
    return {"moves": moves, "ms_per_move": round(ms_per_move, 1), "bound": FASTEST_MS}


def too_even(at: Sequence[int]) -> Evidence | None:
    """Of the moments (ms) at which moves came; those that came together are one."""
    moments = sorted(set(at))
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    if len(gaps) < FEWEST_MOVES:
        return None
    mean = fmean(gaps)
    evenness = pstdev(gaps) / mean
    if evenness >= EVENEST:
        return None
    return {"gaps": len(gaps), "mean_ms": round(mean), "deviation_over_mean": round(evenness, 3), "bound": EVENEST}


def too_good(won: int, played: int) -> Evidence | None:
    """Of random deals: how likely so many wins are, at best, for somebody who can't see the hidden cards."""
    chance = sum(
        comb(played, wins) * LIKELIEST_WIN**wins * (1 - LIKELIEST_WIN) ** (played - wins)
        for wins in range(won, played + 1)
    )
    if chance >= UNLIKELY:
        return None
    return {"won": won, "played": played, "chance_at_best": float(f"{chance:.1e}"), "bound": UNLIKELY}
