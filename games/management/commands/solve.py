from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.klondike.deals import Deal, deal_from_seed
from games.klondike.errors import Refusal
from games.klondike.interchange import read_deal
from games.klondike.rules import CUSTOM, DEFAULT_RULES, RULESETS, Rules, read_rules
from games.klondike.shuffle import NUMBER_LIMIT, number_seed
from games.solver import Budget, Verdict, solve

HEADER = ("deal", "verdict", "cpu_ms", "nodes", "moves")
BAR = 30


class Command(BaseCommand):
    help = (
        "Says whether deals can be won, all cards known: winnable, unwinnable, or undecided where the budget ran out. "
        "A deal is its number, 156 digits, 52 cards, or Solvitaire's JSON. Prints one row a deal, parted by tabs, in "
        "the order of the file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("deal", nargs="?", metavar="DEAL")
        parser.add_argument("--file", type=Path, help="a deal a line; what follows a tab, or #, is left out")
        parser.add_argument("--rules", choices=RULESETS, help=f"a ruleset (default: {DEFAULT_RULES.name})")
        parser.add_argument("--draw", type=int, help="how many cards are drawn at once")
        parser.add_argument("--passes", type=int, help="trips through the stock (default: no limit)")
        parser.add_argument("--no-worrying-back", action="store_true", help="no card leaves a foundation")
        parser.add_argument("--budget-ms", type=int, default=settings.SOLVER_WORKER_MS, help="CPU time a deal")
        parser.add_argument("--line", action="store_true", help="print the moves of a win too")
        parser.add_argument("--jobs", type=int, default=1, help="deals worked on at once")

    def handle(self, *args: Any, **options: Any) -> None:
        if (options["deal"] is None) is (options["file"] is None):
            raise CommandError("Give a deal, or --file with a deal a line.")
        try:
            texts = [options["deal"]] if options["file"] is None else list(lines(options["file"]))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']} can't be read: {error}") from error
        try:
            rules = chosen_rules(options)
            work = [(text, read(text, place), rules, options["budget_ms"]) for place, text in enumerate(texts, start=1)]
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write("\t".join((*HEADER, "line") if options["line"] else HEADER))
        progress = Progress(len(work)) if sys.stderr.isatty() else None
        for text, verdict in solved(work, options["jobs"]):
            self.stdout.write("\t".join(row(text, verdict, with_line=options["line"])))
            self.stdout.flush()
            if progress:
                progress.show(verdict.word)


def chosen_rules(options: dict[str, Any]) -> Rules:
    """A ruleset by name, or what the flags say."""
    own = options["draw"] is not None or options["passes"] is not None or options["no_worrying_back"]
    if options["rules"] and own:
        raise CommandError("Give --rules, or --draw, --passes and --no-worrying-back.")
    if not own:
        return RULESETS[options["rules"] or DEFAULT_RULES.name]
    draw = DEFAULT_RULES.draw if options["draw"] is None else options["draw"]
    worrying_back = not options["no_worrying_back"]
    return read_rules({"name": CUSTOM, "draw": draw, "passes": options["passes"], "worrying_back": worrying_back})


def lines(path: Path) -> Iterator[str]:
    """The deals of a file; a heading, empty lines and comments are left out."""
    with sys.stdin if str(path) == "-" else path.open(encoding="utf-8") as file:
        for line in file:
            text = line.partition("\t")[0].partition("#")[0].strip()
            if text and text != HEADER[0]:
                yield text


def read(text: str, place: int) -> Deal:
    """A deal, by number or whole."""
    if text.isascii() and text.isdecimal() and len(text) <= len(str(NUMBER_LIMIT)) and int(text) < NUMBER_LIMIT:
        return deal_from_seed(number_seed(int(text)))
    try:
        return read_deal(text)
    except Refusal as refusal:
        raise CommandError(f"Deal {place} can't be read. {refusal}") from None


Work = tuple[str, Deal, Rules, int]


def solve_one(work: Work) -> tuple[str, Verdict]:
    """Asks the solver, wherever this runs."""
    text, deal, rules, budget_ms = work
    return text, solve(deal, rules, Budget(ms=budget_ms, memory=settings.SOLVER_MEMORY_MB << 20))


def solved(work: list[Work], jobs: int) -> Iterator[tuple[str, Verdict]]:
    """The verdicts in the order of the work, each as soon as it and those before it are there."""
    if jobs <= 1 or len(work) <= 1:
        yield from map(solve_one, work)
        return
    with get_context("spawn").Pool(min(jobs, len(work)), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(solve_one, work, chunksize=8)


def row(text: str, verdict: Verdict, *, with_line: bool) -> list[str]:
    """The columns of `HEADER`, and the line; a deal that wasn't found winnable has no moves."""
    moves = str(len(verdict.line)) if verdict.line else ""
    columns = [text, verdict.word, f"{verdict.spent.cpu_ms:.1f}", str(verdict.spent.nodes), moves]
    return [*columns, " ".join([move.text for move in verdict.line])] if with_line else columns


class Progress:
    """A bar on standard error."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.words: Counter[str] = Counter()

    def show(self, word: str) -> None:
        self.words[word] += 1
        done = self.words.total()
        bar = "#" * (BAR * done // self.total)
        counts = ", ".join(f"{count} {name}" for name, count in sorted(self.words.items()))
        sys.stderr.write(f"\r[{bar:<{BAR}}] {done}/{self.total}: {counts}{'' if done < self.total else chr(10)}")
        sys.stderr.flush()
