"""Making the proved deals that come with the code: for maintainers, whenever the kernel searches differently."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from games.actions.shipped import BUDGET_MS, FOLDER, HEADER
from games.actions.verdicts import budget
from games.klondike.deals import deal_from_seed
from games.klondike.rules import Rules
from games.klondike.shuffle import number_seed
from games.solver import solve
from games.solver.rules import shelf_name

DEALS = 256


def ship(rules: Rules, deals: int = DEALS, folder: Path = FOLDER) -> Path:
    """Writes the file of a shelf: the lowest numbers from 1 on that are proved winnable within the budget."""
    path = folder / f"{shelf_name(rules)}.tsv.gz"
    rows = ["\t".join(row) + "\n" for row in (HEADER, *islice(_winnable(rules), deals))]
    path.write_bytes(gzip.compress("".join(rows).encode("ascii"), mtime=0))
    return path


def _winnable(rules: Rules) -> Iterator[tuple[str, ...]]:
    for number in count(1):
        word, line, spent = solve(deal_from_seed(number_seed(number)), rules, budget(BUDGET_MS))
        if word == "winnable":
            moves = " ".join([move.text for move in line])
            yield str(number), f"{spent.cpu_ms:.1f}", str(spent.nodes), moves
