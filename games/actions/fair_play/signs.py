"""What speaks against a result: pure judgements, each with its figures and the bound they passed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb
from statistics import fmean, median, pstdev
from typing import NamedTuple

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

FEWEST_GAMES = 10
"""Compared with a solver's lines; fewer say little."""

MOST_SAME = 0.85
"""Of the moves with a choice, as the solver's: who asks it for every move makes nearly all of them, who wins by what is
face up about half."""

MOST_SAME_EVENLY = 0.75
"""The same for who thinks as long about one move as about another."""

EVENLY = 0.3
"""Deviation of the gaps between moves over their mean, in the middle one of the games."""

MOST_AS_GOOD = 0.97
"""Of the moves with a choice, those that left a shorter way than the solver had: another solver's are."""


class Compared(NamedTuple):
    """A won game beside a solver's lines: moves with a choice, those the same, those as good, and how uneven the gaps
    between moves were, where there were enough of them."""

    moves: int
    same: int
    as_good: int
    unevenness: float | None


def too_fast(moves: int, wall_ms: int) -> Evidence | None:
    """Of a won game: the moves that the player made, and the time from the first to the last."""
    ms_per_move = wall_ms / moves if moves else 0.0
    if moves < FEWEST_MOVES or ms_per_move >= FASTEST_MS:
        return None
    return {"moves": moves, "ms_per_move": round(ms_per_move, 1), "bound": FASTEST_MS}


def unevenness(at: Sequence[int]) -> float | None:
    """Of the moments (ms) at which moves came, the deviation of the gaps over their mean; moves that came together are
    one. None where there are too few."""
    gaps = [later - earlier for earlier, later in pairwise(sorted(set(at)))]
    return pstdev(gaps) / fmean(gaps) if len(gaps) >= FEWEST_MOVES else None


def too_even(at: Sequence[int]) -> Evidence | None:
    """Of the moments (ms) at which moves came."""
    deviation = unevenness(at)
    if deviation is None or deviation >= EVENEST:
        return None
    gaps = len(set(at)) - 1
    mean = round((max(at) - min(at)) / gaps)
    return {"gaps": gaps, "mean_ms": mean, "deviation_over_mean": round(deviation, 3), "bound": EVENEST}


def too_good(won: int, played: int) -> Evidence | None:
    """Of random deals: how likely so many wins are, at best, for somebody who can't see the hidden cards."""
    chance = sum(
        comb(played, wins) * LIKELIEST_WIN**wins * (1 - LIKELIEST_WIN) ** (played - wins)
        for wins in range(won, played + 1)
    )
    if chance >= UNLIKELY:
        return None
    return {"won": won, "played": played, "chance_at_best": float(f"{chance:.1e}"), "bound": UNLIKELY}


def solved(games: Sequence[Compared]) -> Evidence | None:
    """Of many won games: whether their moves were those of somebody who asks a solver, whatever the pauses between."""
    moves = sum(game.moves for game in games)
    if len(games) < FEWEST_GAMES or not moves:
        return None
    same, as_good = sum(game.same for game in games) / moves, sum(game.as_good for game in games) / moves
    deviation = median([1.0 if game.unevenness is None else game.unevenness for game in games])
    bound = MOST_SAME_EVENLY if deviation < EVENLY else MOST_SAME
    if same < bound and as_good < MOST_AS_GOOD:
        return None
    shares = {"same": round(same, 3), "bound": bound, "as_good": round(as_good, 3), "bound_as_good": MOST_AS_GOOD}
    return {"games": len(games), "moves": moves, **shares, "deviation_over_mean": round(deviation, 3)}
