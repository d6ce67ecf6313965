"""Real workers on a real broker, some of them killed at work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games import outbox
from games.actions import verdicts
from games.actions.numbers import solution
from games.actions.shelf import stock
from games.klondike.rules import RULESETS
from games.models import Deal, Shelf, Verdict
from games.models.verdict import Provenance, Word
from tests.service.process import TREE, environment

pytestmark = [pytest.mark.full, pytest.mark.django_db(transaction=True)]

RULES = RULESETS["turn-3"]
TARGET = 250


@contextmanager
def worker(var: Path, **chosen: str) -> Iterator[subprocess.Popen[str]]:
    """The solver's worker as the service runs it, on the database of the test; killed at the end with its children."""
    database = settings.DATABASE_URL.rpartition("/")[0] + f"/{connection.settings_dict['NAME']}"
    env = environment(var, DATABASE_URL=database, REDIS_URL=settings.REDIS_URL, **chosen)
    command = (
        "celery --quiet --app klondike_service worker --queues solver,shelf --concurrency 1 --loglevel info".split()
    )
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=TREE, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def until(condition: Callable[[], object], process: subprocess.Popen[str], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.05)


def wanted() -> int:
    return Verdict.objects.filter(word=None).count()


def test_verdicts_outlive_a_worker_killed_in_the_middle(tmp_path: Path) -> None:
    asked = [solution(str(number), RULESETS["vegas-1"]).pk for number in range(10_000, 10_060)]
    with worker(tmp_path) as first:
        until(lambda: 0 < wanted() < len(asked), first)
    left = wanted()
    assert left, "the worker was killed too late to show anything"
    with worker(tmp_path) as second:
        Verdict.objects.filter(word=None).update(asked_at="2026-01-01T00:00Z")
        verdicts.ask_again()  # as the scheduler does
        until(lambda: not wanted(), second)
    rows = Verdict.objects.filter(pk__in=asked)
    assert {row.attempts for row in rows} <= {1, 2}
    assert all(row.line for row in rows if row.word == Word.WINNABLE)


def test_a_shelf_outlives_a_worker_killed_in_the_middle_without_a_deal_lost_or_doubled(tmp_path: Path) -> None:
    shelf = Shelf.of(RULES)
    with worker(tmp_path, SHELF_TARGET=str(TARGET)) as first:
        until(lambda: ask_for_more(shelf) > 5, first)
    before = set(Verdict.objects.values_list("pk", flat=True))
    assert len(before) < TARGET, "the worker was killed too late to show anything"
    assert_whole()
    with worker(tmp_path, SHELF_TARGET=str(TARGET)) as second:
        until(lambda: ask_for_more(shelf) >= TARGET, second)
    assert stock(RULES).count() == TARGET
    assert before < set(Verdict.objects.values_list("pk", flat=True))
    assert_whole()


def ask_for_more(shelf: Shelf) -> int:
    """Asks far more often than the scheduler would, since a slice is a second of work, however little a busy machine
    gets done in it; how many deals there are."""
    outbox.fill(shelf.pk)
    return stock(RULES).count()


def assert_whole() -> None:
    """Every deal on the shelf has its verdict, its line and its place in the tally, and no other was left behind."""
    rows = list(Verdict.objects.filter(provenance=Provenance.PRIVATE).select_related("deal"))
    assert all(row.line and row.deal.seed and row.decided_at for row in rows)
    assert len({bytes(row.deal.seed or b"") for row in rows}) == len(rows) == Deal.objects.count()
    assert Shelf.of(RULES).winnable == len(rows)
