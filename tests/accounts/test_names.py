"""Names: what may be chosen, and when two are one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.models import Player
from tests.accounts.device import PASSWORD, Device, commits


@pytest.mark.parametrize("name", ["Joe", "joe_2-b", "Mary Ann", "Ægir", "日本語", "Zoë", "हिन्दी", "x" * 20])
def test_names_of_all_scripts_may_be_chosen(name: str) -> None:
    assert names.why_not(names.normal(name)) is None


@pytest.mark.parametrize(
    "name",
    [
        "Jo",
        "x" * 21,
        "-joe",
        "joe ",
        "jo  e",
        "jo__e",
        "joe@home",
        "<b>joe",
        "jo\u200be",
        "jo\u3164e",
        "jo\u0301\u0302\u0303e",
        "joe\n",
        "joe\ud800",
        "\u202ejoe",
        "Admin",
        "Guest 7KQ2",
        "ｇuest 2",
        "♠♠♠",
    ],
)
def test_names_that_could_deceive_are_refused(name: str) -> None:
    assert names.why_not(name) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [("Joe", "joe"), ("Joe", "ＪＯＥ"), ("Joe", "𝐉𝐨𝐞"), ("Straße", "STRASSE"), ("ﬁnn", "Finn"), ("Zoë", "Zoe\u0308")],
)
def test_spellings_of_one_name_are_one(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


@given(st.text(max_size=20))
def test_a_key_is_its_own_key_and_fits_its_column(text: str) -> None:
    key = names.key(text)
    assert names.key(key) == key
    if names.why_not(names.normal(text)) is None:
        assert len(key) <= (Player._meta.get_field("name_key").max_length or 0)


def test_a_guests_own_name_is_not_free_to_choose() -> None:
    assert names.why_not(names.guest_name()) is not None


@commits
def test_of_joe_and_joe_who_sign_up_at_once_one_gets_the_name() -> None:
    def sign_up(name: str, email: str) -> int:
        try:
            return Device()("POST", "signup", {"name": name, "email": email, "password": PASSWORD})[0]
        finally:
            connection.close()

    spellings = ["Joe", "joe", "JOE", "jOe", "joE", "JoE"]
    with ThreadPoolExecutor(6) as threads:
        statuses = list(threads.map(sign_up, spellings, [f"{number}@example.org" for number in range(6)]))
    assert sorted(statuses) == [201, 409, 409, 409, 409, 409]
    assert Player.objects.get().name_key == "joe"


@pytest.mark.django_db
def test_a_guest_may_take_a_name_and_is_found_by_it(guest: Device, signed_up: Callable[..., Device]) -> None:
    assert guest("PATCH", "me", {"name": "Ｍary"})[1]["name"] == "Mary"
    found = Player.objects.named("MARY")
    assert found is not None
    assert found.guest
    assert Player.objects.named("Mary Ann") is None
    assert Player.objects.named("Mary\0") is None
    status, problem = Device()("POST", "signup", {"name": "mary", "email": "m@example.org", "password": PASSWORD})
    assert (status, problem["code"], problem["field"]) == (409, "name_taken", "name")


@pytest.mark.django_db
def test_a_player_may_respell_their_own_name(joe: Device) -> None:
    assert joe("PATCH", "me", {"name": "JOE"})[1]["name"] == "JOE"


@pytest.mark.django_db
def test_a_name_given_up_is_free(joe: Device, signed_up: Callable[..., Device]) -> None:
    joe("PATCH", "me", {"name": "Joanna"})
    assert signed_up("joe", "other@example.org")("GET", "me")[1]["name"] == "joe"
