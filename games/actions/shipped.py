"""The proved deals that come with the code, six shelves of them: numbers anyone can deal, each with a winning line.

The files are made by `shipping`; a row is a deal, its columns parted by tabs.
"""

from __future__ import annotations

import gzip
from bisect import bisect_right
from collections import Counter
from functools import cache
from pathlib import Path
from random import SystemRandom
from statistics import quantiles
from typing import NamedTuple

from games.klondike.rules import Rules
from games.models import Game
from games.models.game import Origin
from games.models.verdict import Grade
from games.solver import difficulty
from games.solver.rules import shelf_name

FOLDER = Path(__file__).parents[1] / "shelf"
BUDGET_MS = 10_000
HEADER = ("number", "cpu_ms", "nodes", "line")


class Shipped(NamedTuple):
    """A row of a file: `number` in decimal, the line's moves parted by spaces."""

    number: str
    cpu_ms: float
    nodes: int
    line: str
    difficulty: int


def shipped(rules: Rules) -> dict[str, Shipped]:
    """By number, the deals proved winnable under these rules; none where the code comes with no such shelf."""
    return _read(shelf_name(rules))


def grade(rules: Rules, number: int) -> Grade:
    """The quarter of the shipped shelf that a difficulty falls in.

    The cuts come with the code, so that a grade means the same wherever the service runs. Rules without a shipped
    shelf are measured by `turn-1` or `turn-3`, whichever draws alike.
    """
    cuts = _cuts(shelf_name(rules)) or _cuts("draw-1" if rules.draw == 1 else "draw-3")
    return list(Grade)[bisect_right(cuts, number)]


def next_for(player: int, rules: Rules, wanted: Grade | None) -> Shipped | None:
    """A shipped deal of these rules that this player was dealt no more often than any other; None if there is none."""
    deals = [deal for deal in shipped(rules).values() if wanted in (None, grade(rules, deal.difficulty))]
    if not deals:
        return None
    dealt = Counter(
        Game.objects.filter(
            player=player, origin=Origin.WINNABLE, restarted_from=None, deal__number__in=[deal.number for deal in deals]
        ).values_list("deal__number", flat=True)
    )
    fewest = min(dealt[deal.number] for deal in deals)
    return SystemRandom().choice([deal for deal in deals if dealt[deal.number] == fewest])


@cache
def _read(shelf: str) -> dict[str, Shipped]:
    path = FOLDER / f"{shelf}.tsv.gz"
    if not path.exists():
        return {}
    with gzip.open(path, "rt", encoding="ascii") as file:
        next(file)
        rows = [row.rstrip("\n").split("\t") for row in file]
    deals = {}
    for number, cpu_ms, nodes, line in rows:
        moves = line.count(" ") + 1
        deals[number] = Shipped(number, float(cpu_ms), int(nodes), line, difficulty(int(nodes), moves))
    return deals


@cache
def _cuts(shelf: str) -> list[float]:
    deals = _read(shelf).values()
    return quantiles([deal.difficulty for deal in deals], n=len(Grade)) if deals else []
