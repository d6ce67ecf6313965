"""The deals every solver is measured on: numbered ones, so that anyone can deal them again."""

from __future__ import annotations

from games.klondike.deals import Deal, deal_from_seed
from games.klondike.shuffle import number_seed

FIRST = 1_000_000
"""The number of the first deal. Fixed before anything was measured on it."""


def deals(count: int) -> list[Deal]:
    """The first so many."""
    return [deal_from_seed(number_seed(FIRST + offset)) for offset in range(count)]
