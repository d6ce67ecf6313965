"""How many random deals can be won, beside the rates that others have published.

    python -m bench.solver.winnability [--deals 20000] [--limit-ms 5000]

All rules are tried on the same numbered deals, so that what must follow is seen to follow: what is won without
worrying back is won with it, with three passes also without a limit, and drawing three also drawing one.
"""

from __future__ import annotations

import argparse
from math import sqrt

from bench.solver.deals import FIRST
from games.klondike.deals import deal_from_seed
from games.klondike.shuffle import number_seed
from games.solver import Budget, solve
from games.solver.rules import SHELVES

PUBLISHED = {
    "draw-1": (90.480, 0.116),
    "draw-1-no-worrying-back": (90.204, 0.093),
    "draw-3": (81.945, 0.084),
    "draw-3-no-worrying-back": (81.524, 0.089),
}
"""Percent, and the half-width of its 95 % interval: Blake and Gent, JAIR 85:21, a million deals a rule."""

NARROWER = {
    "draw-1-no-worrying-back": "draw-1",
    "draw-3": "draw-1",
    "draw-3-no-worrying-back": "draw-3",
    "draw-3-passes-3": "draw-3",
}
"""What is won under the first rules is won under the second."""


def words(rules: str, count: int, limit_ms: float) -> list[str]:
    """The verdict on each of the first so many deals."""
    budget = Budget(ms=limit_ms)
    return [solve(deal_from_seed(number_seed(FIRST + at)), SHELVES[rules], budget).word for at in range(count)]


def rate(rules: str, found: list[str]) -> str:
    """A row of the table, in percent; `errors` are combined standard errors between our rate and the published one."""
    count = len(found)
    won = 100 * found.count("winnable") / count
    ours = sqrt(won * (100 - won) / count)
    row = f"{rules:26}{count:8}{won:9.3f}{found.count('undecided'):6}"
    if rules not in PUBLISHED:
        return row
    published, interval = PUBLISHED[rules]
    return f"{row}{published:11.3f}{(won - published) / sqrt(ours**2 + (interval / 1.96) ** 2):+8.2f}"


def main() -> None:
    """Counts and prints."""
    parser = argparse.ArgumentParser(prog="bench.solver.winnability", description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--limit-ms", type=float, default=5000)
    parser.add_argument("--rules", nargs="*", choices=SHELVES, default=[*PUBLISHED, "draw-3-passes-3"])
    chosen = parser.parse_args()
    print(f"{'rules':26}{'deals':>8}{'won %':>9}{'open':>6}{'published':>11}{'errors':>8}")
    found = {}
    for rules in chosen.rules:
        found[rules] = words(rules, chosen.deals, chosen.limit_ms)
        print(rate(rules, found[rules]), flush=True)
    for narrow, wide in NARROWER.items():
        if narrow in found and wide in found:
            pairs = zip(found[narrow], found[wide], strict=True)
            wrong = sum(pair == ("winnable", "unwinnable") for pair in pairs)
            print(f"won with {narrow} but lost with {wide}: {wrong}")


if __name__ == "__main__":
    main()
