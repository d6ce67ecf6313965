"""Deals whose verdict under some rules is sure, and a shelf with a few secret ones on it."""

from __future__ import annotations

from games.actions.restocking import fill
from games.klondike.rules import RULESETS, Rules
from games.models import Shelf

WINNABLE, UNWINNABLE = "1", "7"
"""Deal numbers under `turn-3`; the second is lost."""
HARD = "921"
"""Under `vegas-1` the solver takes seconds over it."""


def stocked(rules: Rules | str = "turn-3", deals: int = 3) -> Shelf:
    """The shelf of these rules once it has so many deals, proved here and now."""
    shelf = Shelf.of(RULESETS[rules] if isinstance(rules, str) else rules)
    while fill(shelf.pk, target=deals, slice_ms=5_000):
        pass
    return shelf
