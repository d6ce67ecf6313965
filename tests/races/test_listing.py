from __future__ import annotations

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from accounts.problems import Invalid
from games.actions.races.create import create
from games.actions.races.leave import leave
from games.actions.races.listing import page
from games.models import Race
from games.models.race import Visibility
from tests.races.field import TURN_1, named, people, running, seated
from tests.races.test_ghost import against, haunting

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_page_costs_the_same_queries_however_long_it_is(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ann, bob, eve = people(3)
    against(eve, haunting(eve))
    # The races, the seats, what the games' rows lag behind, the signs of life; the time, where a server keeps it.
    queries = 5 if connection.vendor == "postgresql" else 4
    with django_assert_num_queries(queries + 1):  # and the ghosts
        page(eve, 10)
    running(ann, bob)
    for _ in range(3):
        leave(bob, seated(ann, bob, eve).public_id, named())
    with django_assert_num_queries(queries):
        assert len(page(ann, 10)["items"]) == 4


def test_pages_follow_one_another_without_a_gap() -> None:
    ann, bob, eve = people(3)
    races = [seated(ann, bob) for _ in range(2)] + [seated(bob, ann) for _ in range(3)]
    found, cursor = [], None
    while True:
        shown = page(ann, 2, cursor=cursor)
        found += [race["id"] for race in shown["items"]]
        cursor = shown["next"]
        if cursor is None:
            break
    assert found == [race.public_id for race in reversed(races)]
    with pytest.raises(Invalid):
        page(eve, 2, cursor=races[0].public_id)


def test_the_list_can_be_narrowed_to_a_status() -> None:
    ann, bob = people(2)
    going, waiting = running(ann, bob), seated(ann, bob)
    assert [race["id"] for race in page(ann, 9, status="running")["items"]] == [going.public_id]
    assert [race["id"] for race in page(ann, 9, status="ready")["items"]] == [waiting.public_id]


def test_races_by_invitation_are_nobody_elses_business() -> None:
    ann, bob = people(2)
    create(ann, TURN_1)
    open_ = create(ann, TURN_1._replace(visibility=Visibility.OPEN)).race
    assert [race["id"] for race in page(bob, 9, mine=False, to_join=True)["items"]] == [open_.public_id]
    assert Race.objects.count() == 2
