"""What of a ruleset bears on whether a deal can be won: how many cards are drawn, how often one may go through the
stock, and whether cards may come back from the foundations. Rules that agree in these share a shelf."""

from __future__ import annotations

from collections.abc import Mapping

from games.klondike.rules import RULESETS, Rules


def shelf_name(rules: Rules) -> str:
    """That in words."""
    passes = "" if rules.passes is None else f"-passes-{rules.passes}"
    return f"draw-{rules.draw}{passes}{'' if rules.worrying_back else '-no-worrying-back'}"


SHELVES: Mapping[str, Rules] = {shelf_name(rules): rules for rules in RULESETS.values()}
"""The six shelves of the built-in rulesets, each with rules that are served from it."""
