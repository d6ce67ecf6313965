"""The deals and rules every solver is measured on: numbered deals, so that anyone can deal them again."""

from __future__ import annotations

from games.klondike.deals import Deal, deal_from_seed
from games.klondike.rules import CUSTOM, Rules
from games.klondike.shuffle import number_seed

FIRST = 1_000_000
"""The number of the first deal. Fixed before anything was measured on it."""

RULES = {
    "draw 3": Rules(CUSTOM, draw=3),
    "draw 1": Rules(CUSTOM, draw=1),
    "draw 3, no worrying back": Rules(CUSTOM, draw=3, worrying_back=False),
    "draw 1, no worrying back": Rules(CUSTOM, draw=1, worrying_back=False),
    "draw 3, 3 passes": Rules(CUSTOM, draw=3, passes=3),
    "draw 1, 1 pass": Rules(CUSTOM, draw=1, passes=1),
}


def deals(count: int) -> list[Deal]:
    """The first so many."""
    return [deal_from_seed(number_seed(FIRST + offset)) for offset in range(count)]
