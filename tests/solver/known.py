"""The deals and verdicts of `data`, where rules go by the names of their shelves."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from games.klondike.deals import Deal
from games.klondike.interchange import read_deal
from games.klondike.rules import Rules
from games.solver import Budget, Verdict, solve

DATA = Path(__file__).with_name("data")

AMPLE = Budget(ms=120_000, memory=384 << 20)


def table(name: str) -> list[dict[str, str]]:
    """The rows of a tab-separated file."""
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def crafted(name: str) -> dict[str, Any]:
    """One entry of `positions.json`."""
    found: dict[str, Any] = json.loads((DATA / "positions.json").read_text(encoding="utf-8"))[name]
    return found


def words(deals: Iterable[str], rules: Rules) -> list[str]:
    """The solver's word on each deal, two threads at a time: it lets the interpreter go."""

    def verdict(deal: Deal) -> Verdict:
        return solve(deal, rules, AMPLE)

    with ThreadPoolExecutor(2) as threads:
        return [found.word for found in threads.map(verdict, [read_deal(text) for text in deals])]
