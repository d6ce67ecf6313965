"""What the solver says of a public number, ruleset by ruleset."""

from __future__ import annotations

from games.actions import verdicts
from games.actions.deals import numbered_deal
from games.klondike.rules import RULESETS, Rules
from games.klondike.sight import Shown
from games.models import Deal, Verdict
from games.solver.rules import shelf_name


def show_verdicts(number: str, *, ask: bool) -> Shown:
    """The verdict under every built-in ruleset; None where it isn't known yet. With `ask` a worker is asked for it."""
    if ask:
        deal = numbered_deal(number)
        rows = verdicts.of(deal)
        for rules in RULESETS.values():
            if shelf_name(rules) not in rows:
                rows[shelf_name(rules)] = verdicts.ask(deal, rules)
    else:
        known = Deal.objects.filter(number=number).first()
        rows = verdicts.of(known) if known else {}
    return {name: show_verdict(rows.get(shelf_name(rules))) for name, rules in RULESETS.items()}


def solution(number: str, rules: Rules) -> Verdict:
    """The verdict with its line; a worker is asked for it where it isn't known."""
    return verdicts.ask(numbered_deal(number), rules)


def show_verdict(row: Verdict | None, *, line: bool = False) -> Shown:
    """A verdict for JSON, all None while a worker is at it; the winning line only where asked for."""
    moves = row.line.split() if row and row.line else None
    shown: Shown = {
        "verdict": row and row.word,
        "difficulty": row and row.grade,
        "moves": moves and len(moves),
    }
    return {**shown, "line": moves} if line else shown
