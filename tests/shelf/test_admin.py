"""The operator sees how the shelves stand, and no line of a deal that is closed."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.actions.numbers import solution
from games.klondike.rules import RULESETS
from games.models import Verdict
from tests.admin import page
from tests.shelf.proved import WINNABLE, stocked

pytestmark = pytest.mark.django_db


def test_a_shelf_is_listed_with_its_stock_and_what_was_tried_for_it(operator: Client) -> None:
    shelf = stocked(deals=3)
    shelf.refresh_from_db()
    text = page(operator, "shelf")
    assert '<td class="field-stock">3</td>' in text
    assert f'<td class="field-tried">{shelf.tried}</td>' in text
    assert f'<td class="field-per_cpu_minute">{shelf.per_cpu_minute}</td>' in text
    assert "draw 3" in page(operator, "shelf", shelf.pk)


def test_the_line_of_a_closed_deal_is_told_to_nobody(operator: Client) -> None:
    stocked(deals=1)
    secret = Verdict.objects.get()
    assert secret.line
    assert secret.line not in page(operator, "verdict", secret.pk) + page(operator, "verdict")
    public = solution(WINNABLE, RULESETS["turn-3"])
    assert public.line
    assert public.line in page(operator, "verdict", public.pk)


def test_the_lists_take_as_many_queries_for_many_rows_as_for_one(operator: Client) -> None:
    counts = []
    for deals in (1, 8):
        stocked(deals=deals)
        page(operator, "verdict")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(operator, "verdict")
            page(operator, "shelf")
        counts.append(len(queries))
    assert counts[0] == counts[1]
