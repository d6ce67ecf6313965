"""Whether a deal can be won: what is known, who asks, and a worker's answer."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from games import outbox
from games.actions import shipped
from games.klondike.deals import Deal as Cards
from games.klondike.moves import parse_move
from games.klondike.position import dealt
from games.klondike.rules import Rules
from games.models import Deal, Shelf, Verdict
from games.models.verdict import Grade, Provenance, Word
from games.solver import Budget, assert_won, difficulty, solve
from games.solver.rules import shelf_name

ATTEMPTS = 3
"""A verdict that a worker took up so often without coming back to it is given up: whatever kills it would again."""
_ASKED_AGAIN = 200


class Found(NamedTuple):
    """The solver's answer in the columns of a `Verdict`."""

    word: Word
    line: str | None
    budget_ms: int
    cpu_ms: float
    nodes: int
    difficulty: int | None
    grade: Grade | None


def budget(ms: int) -> Budget:
    """So much CPU time, and the memory one question may take."""
    return Budget(ms=ms, memory=settings.SOLVER_MEMORY_MB << 20)


def find(cards: Cards, rules: Rules, budget_ms: int) -> Found:
    """Asks the solver about a deal. The line of a win has been replayed by the rules."""
    answer = solve(cards, rules, budget(budget_ms))
    spent = (budget_ms, answer.spent.cpu_ms, answer.spent.nodes)
    word = Word(answer.word)
    if word is not Word.WINNABLE:
        return Found(word, None, *spent, None, None)
    hard = difficulty(answer.spent.nodes, len(answer.line))
    return Found(word, " ".join([move.text for move in answer.line]), *spent, hard, shipped.grade(rules, hard))


def known(deal: Deal, rules: Rules) -> Verdict | None:
    """What is known of a deal under these rules, if anybody found out; its `word` is None while a worker is asked.

    A shipped deal's verdict becomes a row here, when it is first looked for.
    """
    row = Verdict.under(rules).filter(deal=deal).first()
    if row or deal.number is None:
        return row
    entry = shipped.shipped(rules).get(deal.number)
    return entry and _take_over(deal, rules, entry)


def of(deal: Deal) -> dict[str, Verdict]:
    """What is known or wanted of a deal, by the name of the shelf."""
    return {shelf_name(row.shelf.rules): row for row in Verdict.objects.filter(deal=deal).select_related("shelf")}


def ask(deal: Deal, rules: Rules) -> Verdict:
    """The same, but a worker is asked for what isn't known; precondition: the deal is open."""
    row = known(deal, rules)
    if row is None:
        row, new = Verdict.objects.get_or_create(
            shelf=Shelf.of(rules), deal=deal, defaults={"provenance": Provenance.ASKED}
        )
        if new:
            outbox.judge(row.pk)
    return row


def judge(key: int) -> None:
    """A worker's part: finds the verdict that a row wants. A row already decided, or given up, stays as it is."""
    wanted = Verdict.objects.filter(pk=key, word=None)
    if not wanted.filter(attempts__lt=ATTEMPTS).update(attempts=F("attempts") + 1):
        return
    row = Verdict.objects.select_related("shelf", "deal").get(pk=key)
    found = find(row.deal.layout, row.shelf.rules, settings.SOLVER_WORKER_MS)
    wanted.update(**found._asdict(), decided_at=timezone.now())


def ask_again() -> None:
    """Asks workers for what should have been found by now, and gives up what they failed at."""
    late = Verdict.objects.filter(word=None, asked_at__lt=timezone.now() - timedelta(seconds=settings.SHELF_LOOK_S))
    late.filter(attempts__gte=ATTEMPTS).update(word=Word.UNDECIDED, decided_at=timezone.now())
    for key in late.order_by("asked_at").values_list("pk", flat=True)[:_ASKED_AGAIN]:
        outbox.judge(key)


def _take_over(deal: Deal, rules: Rules, entry: shipped.Shipped) -> Verdict:
    assert_won(dealt(deal.layout), [parse_move(move) for move in entry.line.split()], rules)
    row, _ = Verdict.objects.get_or_create(
        shelf=Shelf.of(rules),
        deal=deal,
        defaults={
            "provenance": Provenance.SHIPPED,
            "word": Word.WINNABLE,
            "line": entry.line,
            "budget_ms": shipped.BUDGET_MS,
            "cpu_ms": entry.cpu_ms,
            "nodes": entry.nodes,
            "difficulty": entry.difficulty,
            "grade": shipped.grade(rules, entry.difficulty),
            "decided_at": timezone.now(),
        },
    )
    return row
