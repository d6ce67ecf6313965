"""Queries that are compiled once give what Django's own would, row for row, with all that was selected with them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Model

from accounts.compiled import Compiled
from games.models import Entry, Presence, Race
from tests.races.field import people, running, seated

pytestmark = pytest.mark.django_db(transaction=True)

_RACE = Compiled(lambda race: Race.objects.select_related("deal", "created_by", "rematch").filter(pk=race))
_SEATS = Compiled(
    lambda race: Entry.objects.select_related("player", "game__deal").filter(race=race).order_by("seat"),
)


def fields(one: Model) -> dict[str, Any]:
    return {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}


def test_objects_are_the_same_with_those_that_were_selected_with_them(
    django_assert_num_queries: Any,
) -> None:
    race = running(*people(2))
    with django_assert_num_queries(2):
        for _ in range(2):
            (found,) = _RACE(race.pk)
            assert found.deal.number is None
            assert not hasattr(found, "rematch")
    usual = Race.objects.select_related("deal", "created_by").get(pk=race.pk)
    assert fields(found) == fields(usual)
    assert fields(found.deal) == fields(usual.deal)
    assert fields(found.created_by) == fields(usual.created_by)


def test_a_seat_without_a_game_has_none_and_one_with_a_game_leads_back_to_the_seat(
    django_assert_num_queries: Any,
) -> None:
    waiting, playing = seated(*people(2)), running(*people(2))
    assert [entry.game for entry in _SEATS(waiting.pk)] == [None, None]
    with django_assert_num_queries(1):
        seats = _SEATS(playing.pk)
        assert [entry.game.entry for entry in seats if entry.game] == seats
    usual = list(Entry.objects.select_related("game").filter(race=playing).order_by("seat"))
    assert [fields(entry) for entry in seats] == [fields(entry) for entry in usual]
    assert [fields(entry.game) for entry in seats if entry.game] == [fields(one.game) for one in usual if one.game]


def test_nothing_found_is_an_empty_list() -> None:
    assert _RACE(0) == []


def test_parameters_that_would_be_sent_in_another_order_are_refused() -> None:
    swapped = Compiled(lambda entry, connection: Presence.objects.filter(entry=entry, connection=connection))
    with pytest.raises(ValueError, match="sends"):
        swapped(1, "phone")
