"""A guest's games go over to the account of the same person, once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.announcements import merging
from accounts.models import Merge, Player
from accounts.problems import Problem
from tests.accounts.device import Device, commits

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced() -> Iterator[list[tuple[str, bool]]]:
    """Who took over whom, as listeners heard it: (survivor's name, whether the guest was still one)."""
    heard: list[tuple[str, bool]] = []

    def listen(survivor: Player, guest: Player, **_: object) -> None:
        heard.append((survivor.name, guest.guest))

    merging.connect(listen)
    yield heard
    merging.disconnect(listen)


def test_a_merge_is_announced_once_and_ends_the_guest(
    joe: Device, guest: Device, announced: list[tuple[str, bool]]
) -> None:
    guest_id = guest("GET", "me")[1]["id"]
    status, answer = joe("POST", "merge", {"guest_token": guest.token, "id": "m1"})
    assert (status, answer["guest"], answer["repeated"]) == (200, guest_id, False)
    assert answer["player"] == joe("GET", "me")[1]
    assert announced == [("Joe", True)]
    assert guest.refused("GET", "me") == (401, "session_ended")


def test_a_merge_sent_again_gets_the_first_answer(
    joe: Device, guest: Device, announced: list[tuple[str, bool]]
) -> None:
    body = {"guest_token": guest.token, "id": "m1"}
    first = joe("POST", "merge", body)[1]
    assert joe("POST", "merge", body) == (200, {**first, "repeated": True})
    assert len(announced) == 1


@commits
def test_the_same_merge_sent_five_times_at_once_happens_once(
    joe: Device, guest: Device, announced: list[tuple[str, bool]]
) -> None:
    body = {"guest_token": guest.token, "id": "m1"}

    def merge(_: int) -> tuple[int, bool]:
        try:
            status, answer = Device(joe.token)("POST", "merge", body)
            return status, answer["repeated"]
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as threads:
        answers = list(threads.map(merge, range(5)))
    assert sorted(answers) == [(200, False), *[(200, True)] * 4]
    assert len(announced) == 1


@commits
def test_a_guest_goes_to_one_account_though_two_want_it_at_once(joe: Device, guest: Device, signed_up: type) -> None:
    jane = signed_up("Jane", "jane@example.org")

    def merge(device: Device) -> int:
        try:
            return device("POST", "merge", {"guest_token": guest.token, "id": "m1"})[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(merge, [joe, jane])) == [200, 422]
    assert Merge.objects.count() == 1


def test_an_id_used_for_another_guest_is_refused(joe: Device, guest: Device) -> None:
    other = Device()
    other.signs("guest")
    joe("POST", "merge", {"guest_token": guest.token, "id": "m1"})
    assert joe.refused("POST", "merge", {"guest_token": other.token, "id": "m1"}) == (409, "id_reused")
    assert other("GET", "me")[0] == 200


def test_a_listener_refuses_and_nothing_has_changed(joe: Device, guest: Device) -> None:
    def in_a_race(**_: object) -> None:
        raise Problem("Not in a race.", status=409, code="not_in_race", title="In a race")

    merging.connect(in_a_race)
    body = {"guest_token": guest.token, "id": "m1"}
    try:
        assert joe.refused("POST", "merge", body) == (409, "not_in_race")
    finally:
        merging.disconnect(in_a_race)
    assert guest("GET", "me")[0] == 200
    assert Merge.objects.count() == 0
    assert joe("POST", "merge", body)[1]["repeated"] is False


def test_only_an_account_takes_over_and_only_a_guest_is_taken(joe: Device, guest: Device, signed_up: type) -> None:
    jane = signed_up("Jane", "jane@example.org")
    assert guest.refused("POST", "merge", {"guest_token": joe.token, "id": "m"}) == (409, "account_needed")
    for token in (jane.token, joe.token, "nonsense", "é"):
        assert joe.refused("POST", "merge", {"guest_token": token, "id": "m"}) == (422, "invalid")
        assert joe.last.json()["field"] == "guest_token"
