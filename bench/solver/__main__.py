"""The solver on fixed deals under six rules, beside others on the same deals in the same run.

    python -m bench.solver [--deals 200 1000] [--limit-ms 1000] [--rival FOLDER] [--rules NAME …]

`--rival` (or KLONDIKE_RIVAL) names a folder with the source of another solver, as `peers.py` says; pyksolve runs on the
first 20 deals where it is installed. All take turns on one core, a rule at a time. `live` is the same deals five random
moves on.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.solver import peers
from bench.solver.deals import deals
from bench.solver.figures import HEADER, Run, line, ratios
from games.klondike.deals import Deal
from games.klondike.position import Position, dealt
from games.klondike.rules import Rules
from games.solver import Budget, solve
from games.solver.reference import wander
from games.solver.rules import SHELVES

MEMORY = 384 << 20
PYKSOLVE_DEALS = 20
LIVE_MOVES = 5


def ours(asked: Sequence[Deal | Position], rules: Rules, limit_ms: float) -> tuple[list[Run], float]:
    """Our runs, and the most megabytes any of them held in tables."""
    verdicts = [solve(what, rules, Budget(ms=limit_ms, memory=MEMORY)) for what in asked]
    peak = max(verdict.spent.peak_bytes for verdict in verdicts)
    return [Run(verdict.word, verdict.spent.cpu_ms) for verdict in verdicts], peak / (1 << 20)


def live(asked: Sequence[Deal], rules: Rules) -> list[Position]:
    """The same deals some random moves on."""
    return [wander(dealt(deal), rules, LIVE_MOVES, Random(seed)) for seed, deal in enumerate(asked)]


def compare(name: str, asked: Sequence[Deal], limit_ms: float, program: Path | None) -> None:
    """Prints the rows of one rule."""
    rules = SHELVES[name]
    mine, peak = ours(asked, rules, limit_ms)
    print(line(name, "ours", mine, peak), flush=True)
    print(line(name, "ours, live", ours(live(asked, rules), rules, limit_ms)[0], None), flush=True)
    if program:
        theirs, memory = peers.rival(program, asked, rules, limit_ms)
        print(line(name, "rival", theirs, memory))
        print(ratios(theirs, mine), flush=True)
    few = peers.pyksolve(asked[:PYKSOLVE_DEALS], rules)
    if few:
        print(line(name, "pyksolve", few, None))
        print(ratios(few, mine[:PYKSOLVE_DEALS]), flush=True)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="bench.solver", description=__doc__)
    parser.add_argument("--deals", type=int, nargs="+", default=[200, 1000])
    parser.add_argument("--limit-ms", type=float, default=1000)
    parser.add_argument("--rival", type=Path, default=os.environ.get("KLONDIKE_RIVAL"))
    parser.add_argument("--rules", nargs="*", choices=SHELVES, default=list(SHELVES))
    chosen = parser.parse_args()
    print(HEADER)
    with TemporaryDirectory() as folder:
        program = peers.build(Path(chosen.rival), Path(folder)) if chosen.rival else None
        for count in chosen.deals:
            for name in chosen.rules:
                compare(name, deals(count), chosen.limit_ms, program)


if __name__ == "__main__":
    main()
