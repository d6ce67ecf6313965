"""Keeping the shelves full: a look says what is wanted, workers do it in slices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_bytes

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import outbox
from games.actions.shelf import put, stock
from games.actions.verdicts import Found, find
from games.klondike.deals import deal_from_seed
from games.klondike.shuffle import SEED_BYTES
from games.models import Shelf
from games.models.verdict import Word
from games.solver.rules import SHELVES

_DEALS_A_SLICE = 16
_MOST_SLICES = 10
_RESTS = 4
"""Times as long as it works."""


def restock() -> None:
    """Looks at every built-in ruleset's shelf: one that fell below the low-water mark is filled up to its target, and
    workers are asked for slices of that work. Safe to run twice."""
    for shelf in shelves():
        have = stock(shelf.rules).count()
        wanted = have < (settings.SHELF_TARGET if shelf.filling else settings.SHELF_LOW)
        if wanted is not shelf.filling:
            Shelf.objects.filter(pk=shelf.pk).update(filling=wanted)
        for _ in range(_slices(settings.SHELF_TARGET - have) if wanted else 0):
            outbox.fill(shelf.pk)


def _slices(missing: int) -> int:
    """The more is missing, the more workers get to do at once; without Redis there is one."""
    return max(1, min(_MOST_SLICES, missing // _DEALS_A_SLICE)) if settings.REDIS_URL else 1


def shelves() -> list[Shelf]:
    """The shelves that the built-in rulesets are served from, made when they aren't there."""
    return [Shelf.of(rules) for rules in SHELVES.values()]


def fill(key: int, target: int | None = None, slice_ms: int | None = None) -> int:
    """Deals, proves and shelves for a slice of time, or until the shelf has its target; returns how many it put there.

    Every deal is put there whole, in one commit with the tally of what was tried for it. A worker that is killed loses
    deals that nobody has seen; one that does the same slice again finds the shelf fuller, and stops at the target.
    """
    shelf = Shelf.objects.get(pk=key)
    target = settings.SHELF_TARGET if target is None else target
    deadline = time.monotonic() + (settings.SHELF_SLICE_MS if slice_ms is None else slice_ms) / 1000
    made = 0
    while time.monotonic() < deadline:
        if stock(shelf.rules).count() >= target:
            Shelf.objects.filter(pk=key).update(filling=False)
            break
        made += _add_one(shelf, deadline)
    return made


def _add_one(shelf: Shelf, deadline: float) -> bool:
    """Tries deals until one is winnable or the time is over."""
    rules = shelf.rules
    tried: list[Found] = []
    seed = b""
    while time.monotonic() < deadline and not (tried and tried[-1].word is Word.WINNABLE):
        seed = token_bytes(SEED_BYTES)
        with _gently():
            tried.append(find(deal_from_seed(seed), rules, settings.SHELF_MS))
    found = bool(tried) and tried[-1].word is Word.WINNABLE
    with _gently(), transaction.atomic():
        _tally(shelf, tried)
        if found:
            put(shelf, seed, tried[-1])
    return found


@contextmanager
def _gently() -> Iterator[None]:
    """Without Redis the worker is a thread of the process that serves: it rests most of the time, from its searches for
    the sake of the processor, and from its commits because SQLite lets one writer in at a time."""
    began = time.monotonic()
    yield
    if not settings.REDIS_URL:
        time.sleep(_RESTS * (time.monotonic() - began))


def _tally(shelf: Shelf, tried: list[Found]) -> None:
    words = [found.word for found in tried]
    Shelf.objects.filter(pk=shelf.pk).update(
        tried=F("tried") + len(tried),
        winnable=F("winnable") + words.count(Word.WINNABLE),
        undecided=F("undecided") + words.count(Word.UNDECIDED),
        cpu_ms=F("cpu_ms") + sum(found.cpu_ms for found in tried),
        worked_at=timezone.now(),
    )
