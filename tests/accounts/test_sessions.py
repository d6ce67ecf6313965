"""Signing in and out, on one device and on all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import sessions
from accounts.actions import tickets
from accounts.announcements import signed_out
from accounts.models import Player, Session, Ticket
from accounts.problems import SessionEnded
from accounts.throttles import SignIns, SignInsToAccount
from tests.accounts.device import PASSWORD, Device, commits

pytestmark = pytest.mark.django_db
JOE = {"login": "Joe", "password": PASSWORD}


@pytest.fixture
def heard() -> Any:
    """What `signed_out` told, as (player, set of tokens)."""
    told: list[tuple[int, set[str]]] = []

    def listen(player_id: int, session_keys: list[str], **_: object) -> None:
        told.append((player_id, set(session_keys)))

    signed_out.connect(listen)
    yield told
    signed_out.disconnect(listen)


def test_one_signs_in_by_name_in_any_spelling(joe: Device, device: Device) -> None:
    assert device.signs("session", {"login": "ｊOE", "password": PASSWORD})["name"] == "Joe"
    assert device.token != joe.token


def test_a_wrong_password_and_an_unknown_name_are_refused_alike(joe: Device, device: Device) -> None:
    wrong = device("POST", "session", {"login": "Joe", "password": "wrong"})
    unknown = device("POST", "session", {"login": "Jim", "password": PASSWORD})
    mail_of_nobody = device("POST", "session", {"login": "jim@example.org", "password": PASSWORD})
    assert wrong == unknown == mail_of_nobody
    assert (wrong[0], wrong[1]["code"]) == (403, "wrong_credentials")


def test_an_unverified_address_signs_nobody_in(joe: Device, device: Device) -> None:
    login = {"login": "joe@example.org", "password": PASSWORD}
    assert device.refused("POST", "session", login) == (403, "wrong_credentials")


def test_a_guest_cannot_be_signed_in_to(guest: Device, device: Device) -> None:
    guest("PATCH", "me", {"name": "Mary"})
    assert device.refused("POST", "session", {"login": "Mary", "password": ""}) == (422, "invalid")
    assert device.refused("POST", "session", {"login": "Mary", "password": "!"}) == (403, "wrong_credentials")


def test_a_banned_player_is_out_at_once_and_stays_out(joe: Device, device: Device) -> None:
    Player.objects.update(is_active=False)
    assert joe.refused("GET", "me") == (401, "session_ended")
    assert device.refused("POST", "session", JOE) == (403, "wrong_credentials")


@pytest.mark.parametrize("token", ["", "x", "é" * 32, "0" * 32, "0" * 33, "' OR 1=1 --", "a" * 5000])
def test_a_token_that_is_none_is_never_anonymous(device: Device, token: str, db: None) -> None:
    assert device.refused("GET", "me", **{"x-session-token": token}) == (401, "session_ended")


def test_without_a_token_a_session_is_asked_for(device: Device) -> None:
    assert device.refused("GET", "me") == (401, "no_session")
    assert device.last["WWW-Authenticate"] == "X-Session-Token"


def test_signing_out_ends_this_session_only(joe: Device, device: Device) -> None:
    device.signs("session", JOE)
    assert joe("DELETE", "session") == (204, None)
    assert joe.refused("GET", "me") == (401, "session_ended")
    assert device("GET", "me")[0] == 200


def test_signing_out_everywhere_ends_tokens_and_tickets(joe: Device, device: Device, heard: Any) -> None:
    device.signs("session", JOE)
    ticket = device("POST", "ws-ticket")[1]["ticket"]
    assert joe("DELETE", "sessions") == (204, None)
    assert joe.refused("GET", "me") == device.refused("GET", "me") == (401, "session_ended")
    with pytest.raises(SessionEnded):
        tickets.redeem(ticket)
    assert heard == [(Player.objects.get().pk, {joe.token, device.token})]


def test_the_list_shows_every_device_and_no_secret(joe: Device) -> None:
    phone = Device()
    phone.signs("session", JOE, **{"user-agent": "Phone\t1"})
    items = phone("GET", "sessions")[1]["items"]
    assert [(item["user_agent"], item["current"]) for item in items] == [("Phone1", True), ("", False)]
    assert joe.token not in phone.last.content.decode()
    assert phone.token not in phone.last.content.decode()


def test_the_list_comes_in_pages(joe: Device) -> None:
    for _ in range(4):
        Device().signs("session", JOE)
    seen: list[str] = []
    cursor = ""
    for size in (2, 2, 1):
        answer = joe("GET", f"sessions?limit=2{cursor}")[1]
        assert len(answer["items"]) == size
        seen += [item["id"] for item in answer["items"]]
        cursor = f"&cursor={answer['next']}"
    assert answer["next"] is None
    assert len(set(seen)) == 5


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "cursor=nonsense", "cursor=", "cursor=%00", "page=2"]
)
def test_a_page_that_is_none_is_refused_naming_the_field(joe: Device, query: str) -> None:
    assert joe.refused("GET", f"sessions?{query}") == (422, "invalid")
    assert joe.last.json()["field"] == query.split("=", maxsplit=1)[0]


def test_one_device_can_be_signed_out_from_another(joe: Device, device: Device, heard: Any) -> None:
    device.signs("session", JOE)
    (other,) = [item["id"] for item in joe("GET", "sessions")[1]["items"] if not item["current"]]
    assert joe("DELETE", f"sessions/{other}") == (204, None)
    assert device.refused("GET", "me") == (401, "session_ended")
    assert heard == [(Player.objects.get().pk, {device.token})]


def test_nobody_signs_out_a_session_that_is_not_theirs(joe: Device, guest: Device) -> None:
    (session,) = joe("GET", "sessions")[1]["items"]
    assert guest.refused("DELETE", f"sessions/{session['id']}") == (404, "not_found")
    assert joe("GET", "me")[0] == 200


def test_a_session_is_found_in_one_query(joe: Device, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    assert joe.token
    with django_assert_num_queries(1):
        found = sessions.find(joe.token)
        assert found is not None
        assert (found[0].name, found[0].guest, found[0].is_authenticated) == ("Joe", False, True)


def test_a_session_in_use_slides_at_most_once_a_day(joe: Device) -> None:
    token = joe.token
    assert token
    short = timezone.now() + timedelta(days=3)
    Session.objects.update(expire_date=short)
    sessions.find(token)
    assert Session.objects.get().expire_date == short
    Session.objects.update(seen_at=timezone.now() - timedelta(days=2))
    Player.objects.update(seen_at=timezone.now() - timedelta(days=2))
    sessions.find(token)
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=399)
    assert Player.objects.get().seen_at > timezone.now() - timedelta(minutes=1)


def test_an_expired_session_has_ended(joe: Device) -> None:
    Session.objects.update(expire_date=timezone.now())
    assert joe.refused("GET", "me") == (401, "session_ended")
    assert joe.token
    assert sessions.alive([joe.token]) == set()


def attempts(device: Device, password: str, number: int) -> list[int]:
    """The statuses of so many sign-ins as Joe, each from another address."""
    statuses = []
    for _ in range(number):
        device.address = f"198.51.100.{next(hosts)}"
        statuses.append(device("POST", "session", {"login": "JOE", "password": password})[0])
    return statuses


hosts = count(1)


def test_attempts_at_one_account_are_counted_wherever_they_come_from(joe: Device, device: Device) -> None:
    quota = SignInsToAccount.limit.quota
    assert attempts(device, "wrong", quota) == [403] * quota
    assert attempts(device, PASSWORD, 1) == [429]


def test_a_sign_in_forgets_the_failures_before_it(joe: Device, device: Device) -> None:
    failures = SignInsToAccount.limit.quota - 1
    for _ in range(2):
        assert attempts(device, "wrong", failures) == [403] * failures
        assert attempts(device, PASSWORD, 1) == [201]


def test_attempts_from_one_address_are_counted_whoever_they_are_at(device: Device) -> None:
    for number in range(SignIns.limit.quota):
        assert device("POST", "session", {"login": f"joe{number}", "password": "x"})[0] == 403
    assert device.refused("POST", "session", {"login": "jane", "password": "x"}) == (429, "too_many")


def test_a_ticket_opens_one_socket(joe: Device) -> None:
    answer = joe("POST", "ws-ticket")[1]
    assert answer["expires_in_ms"] == 30_000
    session = tickets.redeem(answer["ticket"])
    assert (session.pk, session.player) == (joe.token, Player.objects.get())
    with pytest.raises(SessionEnded):
        tickets.redeem(answer["ticket"])


@commits
def test_a_ticket_is_good_once_though_many_bring_it_at_once(joe: Device) -> None:
    ticket = joe("POST", "ws-ticket")[1]["ticket"]

    def redeem(_: int) -> bool:
        try:
            return bool(tickets.redeem(ticket))
        except SessionEnded:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(redeem, range(8))) == 1


def test_a_ticket_is_good_for_half_a_minute(joe: Device) -> None:
    ticket = joe("POST", "ws-ticket")[1]["ticket"]
    Ticket.objects.update(expires_at=timezone.now())
    with pytest.raises(SessionEnded):
        tickets.redeem(ticket)
    joe("POST", "ws-ticket")
    assert Ticket.objects.count() == 1


@pytest.mark.parametrize("key", ["", "\0", "nonsense", "x" * 100])
def test_what_is_no_ticket_opens_nothing(key: str) -> None:
    with pytest.raises(SessionEnded):
        tickets.redeem(key)
