"""Shelves are filled to their target once they fall below the low-water mark."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.actions import verdicts
from games.actions.numbers import solution
from games.actions.restocking import fill, restock, shelves
from games.actions.shelf import stock, take_private
from games.actions.stocktaking import take_stock
from games.klondike.rules import RULESETS
from games.models import Deal, Shelf, Verdict
from games.models.verdict import Provenance, Word
from tests.shelf.proved import UNWINNABLE, WINNABLE, stocked

pytestmark = pytest.mark.django_db(transaction=True)

RULES = RULESETS["turn-3"]


@pytest.fixture(autouse=True)
def small(settings: Settings) -> None:
    settings.SHELF_LOW, settings.SHELF_TARGET = 2, 4


def test_a_shelf_below_the_mark_is_filled_to_the_target_and_left_until_it_is_below_again() -> None:
    shelf = Shelf.of(RULES)
    assert filling(shelf)
    while fill(shelf.pk):
        assert stock(RULES).count() <= 4
    assert stock(RULES).count() == 4
    assert not filling(shelf)
    take(2)
    assert not filling(shelf)
    take(1)
    assert filling(shelf)
    fill(shelf.pk)
    assert filling(shelf) is (stock(RULES).count() < 4)


def filling(shelf: Shelf) -> bool:
    restock()
    shelf.refresh_from_db()
    return shelf.filling


def take(deals: int) -> None:
    for _ in range(deals):
        with transaction.atomic():
            assert take_private(RULES)


def test_a_slice_done_twice_stops_at_the_target() -> None:
    shelf = stocked(deals=4)
    assert fill(shelf.pk) == 0
    assert stock(RULES).count() == 4


def test_the_tally_tells_every_deal_that_was_tried() -> None:
    shelf = stocked(deals=4)
    shelf.refresh_from_db()
    assert shelf.winnable == Verdict.objects.filter(provenance=Provenance.PRIVATE).count() == Deal.objects.count() == 4
    assert shelf.tried == shelf.winnable + shelf.unwinnable + shelf.undecided
    assert shelf.worked_at


def test_every_built_in_ruleset_has_its_shelf_and_six_are_enough() -> None:
    assert len(shelves()) == 6
    assert {Shelf.of(rules).pk for rules in RULESETS.values()} == {shelf.pk for shelf in shelves()}


def test_stocktaking_counts_what_waits_what_was_served_and_what_was_asked() -> None:
    stocked(deals=4)
    take(1)
    verdicts.judge(solution(UNWINNABLE, RULES).pk)
    taken = take_stock()
    mine = next(shelf for shelf in taken["shelves"] if "turn-3" in shelf["rulesets"])
    assert mine["rulesets"] == ["turn-3", "standard-3"]
    assert (mine["stock"], mine["served"], mine["shipped"]) == (3, 1, 256)
    assert sum(mine["by_grade"].values()) == 3
    assert taken["verdicts"] == {"wanted": 0, "winnable": 0, "unwinnable": 1, "undecided": 0}


def test_a_verdict_is_asked_for_once_and_found_by_a_worker() -> None:
    row = solution(UNWINNABLE, RULES)
    assert not row.word
    assert solution(UNWINNABLE, RULES) == row
    verdicts.judge(row.pk)
    row.refresh_from_db()
    assert (row.word, row.line, row.attempts) == (Word.UNWINNABLE, None, 1)
    verdicts.judge(row.pk)
    row.refresh_from_db()
    assert row.attempts == 1


def test_a_shipped_verdict_is_there_at_once() -> None:
    row = solution(WINNABLE, RULES)
    assert (row.word, row.provenance) == (Word.WINNABLE, Provenance.SHIPPED)
    assert row.line


def test_a_question_that_kills_every_worker_is_given_up_after_three() -> None:
    row = solution(UNWINNABLE, RULES)
    long_ago = timezone.now() - timedelta(hours=1)
    Verdict.objects.filter(pk=row.pk).update(attempts=verdicts.ATTEMPTS, asked_at=long_ago)
    verdicts.judge(row.pk)
    row.refresh_from_db()
    assert row.word is None
    verdicts.ask_again()
    row.refresh_from_db()
    assert row.word == Word.UNDECIDED
