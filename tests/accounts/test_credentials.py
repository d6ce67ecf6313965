"""E-mail addresses and passwords: what mails do, and what strangers can't learn."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection

from accounts.actions import tickets
from accounts.models import Session
from accounts.problems import SessionEnded
from accounts.throttles import MailsToAddress
from tests.accounts.device import PASSWORD, Device, commits, key_in_last_mail

pytestmark = pytest.mark.django_db
NEW = "eight of spades"


def verify(device: Device) -> None:
    assert device("POST", "email/verify", {"key": key_in_last_mail()}) == (204, None)


def test_the_key_from_the_mail_verifies_the_address(joe: Device) -> None:
    assert joe("GET", "me")[1]["email_verified"] is False
    verify(joe)
    assert joe("GET", "me")[1]["email_verified"] is True


def test_a_mail_holds_a_link_to_the_page_and_the_key_for_an_app(joe: Device) -> None:
    body = str(mail.outbox[-1].body)
    assert "/#verify=" in body
    assert "Hello Joe," in body


def test_a_key_verifies_once(joe: Device) -> None:
    verify(joe)
    assert joe.refused("POST", "email/verify", {"key": key_in_last_mail()}) == (422, "invalid")


@pytest.mark.parametrize("key", ["x", "MQ:1:x", "é", "a:b:c"])
def test_a_made_up_key_verifies_nothing(joe: Device, key: str) -> None:
    assert joe.refused("POST", "email/verify", {"key": key}) == (422, "invalid")
    assert joe.last.json()["field"] == "key"


def test_verifying_ends_the_other_sessions(joe: Device, device: Device) -> None:
    device.signs("session", {"login": "Joe", "password": PASSWORD})
    ticket = device("POST", "ws-ticket")[1]["ticket"]
    verify(joe)
    assert joe("GET", "me")[0] == 200
    assert device.refused("GET", "me") == (401, "session_ended")
    with pytest.raises(SessionEnded):
        tickets.redeem(ticket)


def test_verifying_without_a_session_ends_all(joe: Device, device: Device) -> None:
    verify(device)
    assert joe.refused("GET", "me") == (401, "session_ended")


def test_a_session_of_somebody_else_is_no_reason_to_keep_one(joe: Device, guest: Device) -> None:
    verify(guest)
    assert joe.refused("GET", "me") == (401, "session_ended")
    assert guest("GET", "me")[0] == 200


def test_a_verified_address_signs_in_in_any_spelling(joe: Device, device: Device) -> None:
    verify(joe)
    assert device.signs("session", {"login": "JOE@ＥXAMPLE.org", "password": PASSWORD})["name"] == "Joe"


def test_an_unverified_address_reserves_nothing(joe: Device, signed_up: Callable[..., Device]) -> None:
    jane = signed_up("Jane", "JOE@example.org")
    verify(jane)
    assert jane("GET", "me")[1]["email_verified"] is True
    assert joe("GET", "me")[1]["email_verified"] is False


def test_of_two_with_one_address_the_first_to_verify_has_it(joe: Device, signed_up: Callable[..., Device]) -> None:
    joes_key = key_in_last_mail()
    verify(signed_up("Jane"))
    assert joe.refused("POST", "email/verify", {"key": joes_key}) == (409, "email_taken")
    assert EmailAddress.objects.get(verified=True).user.name == "Jane"


@commits
def test_one_address_verified_by_two_at_once_is_one_players(signed_up: Callable[..., Device]) -> None:
    keys = []
    for name in ("Ann", "Bob", "Cid"):
        signed_up(name)
        keys.append(key_in_last_mail())

    def verify_it(key: str) -> int:
        try:
            return Device()("POST", "email/verify", {"key": key})[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        assert sorted(threads.map(verify_it, keys)) == [204, 409, 409]


def test_signing_up_with_a_taken_address_tells_only_the_mailbox(joe: Device, device: Device) -> None:
    verify(joe)
    body = {"name": "Jane", "email": "joe@example.org", "password": PASSWORD}
    taken = device("POST", "signup", body)
    free = device("POST", "signup", {**body, "name": "Jean", "email": "jean@example.org"})
    assert taken[0] == free[0] == 201
    assert taken[1]["player"].keys() == free[1]["player"].keys()
    assert [message.subject for message in mail.outbox[-2:]] == [
        "You have an account already",
        "Verify your e-mail address",
    ]


def test_the_verification_is_sent_again_on_request(joe: Device) -> None:
    assert joe("POST", "email/resend") == (202, None)
    assert len(mail.outbox) == 2
    verify(joe)
    assert joe("POST", "email/resend") == (202, None)
    assert len(mail.outbox) == 2


def test_a_guest_has_nothing_to_verify(guest: Device) -> None:
    assert guest.refused("POST", "email/resend") == (409, "account_needed")


def test_one_mailbox_gets_only_so_many_mails(joe: Device) -> None:
    sent = MailsToAddress.limit.quota
    for number in range(sent - len(mail.outbox)):
        joe.address = f"198.51.100.{number}"
        assert joe("POST", "email/resend")[0] == 202
    joe.address = "198.51.100.99"
    assert joe.refused("POST", "email/resend") == (429, "too_many")
    assert len(mail.outbox) == sent


def test_another_address_is_unverified_until_its_mail_comes_back(joe: Device) -> None:
    verify(joe)
    assert joe("POST", "email/change", {"email": "Joe@Example.NET", "password": PASSWORD}) == (202, None)
    assert [message.to for message in mail.outbox[-2:]] == [["joe@example.org"], ["joe@example.net"]]
    me = joe("GET", "me")[1]
    assert (me["email"], me["email_verified"]) == ("joe@example.net", False)
    verify(joe)
    assert joe("GET", "me")[1]["email_verified"] is True


def test_an_address_given_up_is_free(joe: Device, signed_up: Callable[..., Device]) -> None:
    verify(joe)
    joe("POST", "email/change", {"email": "joe@example.net", "password": PASSWORD})
    verify(signed_up("Jane", "joe@example.org"))


def test_the_same_address_again_stays_verified(joe: Device) -> None:
    verify(joe)
    assert joe("POST", "email/change", {"email": "JOE@example.org", "password": PASSWORD})[0] == 202
    assert joe("GET", "me")[1]["email_verified"] is True


def test_an_address_is_changed_by_who_knows_the_password(joe: Device, guest: Device) -> None:
    change = {"email": "joe@example.net", "password": "wrong"}
    assert joe.refused("POST", "email/change", change) == (403, "wrong_password")
    assert guest.refused("POST", "email/change", change) == (409, "account_needed")
    assert joe("GET", "me")[1]["email"] == "joe@example.org"


def test_a_changed_password_ends_every_session_and_gives_a_new_one(joe: Device, device: Device) -> None:
    device.signs("session", {"login": "Joe", "password": PASSWORD})
    before = Device(joe.token)
    joe.signs("password/change", {"password": PASSWORD, "new_password": NEW})
    assert joe("GET", "me")[0] == 200
    assert device.refused("GET", "me") == before.refused("GET", "me") == (401, "session_ended")
    login = {"login": "Joe", "password": PASSWORD}
    assert device.refused("POST", "session", login) == (403, "wrong_credentials")
    device.signs("session", {"login": "Joe", "password": NEW})


def test_a_password_is_changed_by_who_knows_it(joe: Device, guest: Device) -> None:
    change = {"password": "wrong", "new_password": NEW}
    assert joe.refused("POST", "password/change", change) == (403, "wrong_password")
    assert guest.refused("POST", "password/change", change) == (409, "account_needed")
    assert joe("GET", "me")[0] == 200


@pytest.mark.parametrize("weak", ["short", "password", "joe@example.org", "joe@example"])
def test_a_weak_password_is_refused_naming_its_field(joe: Device, weak: str) -> None:
    change = {"password": PASSWORD, "new_password": weak}
    assert joe.refused("POST", "password/change", change) == (422, "invalid")
    assert joe.last.json()["field"] == "new_password"


def test_a_reset_sets_the_password_and_ends_every_session(joe: Device, device: Device) -> None:
    ticket = joe("POST", "ws-ticket")[1]["ticket"]
    assert device("POST", "password/reset", {"email": "Joe@Example.org"}) == (202, None)
    key = key_in_last_mail()
    assert device("POST", "password/reset/confirm", {"key": key, "new_password": NEW}) == (204, None)
    assert joe.refused("GET", "me") == (401, "session_ended")
    assert Session.objects.count() == 0
    with pytest.raises(SessionEnded):
        tickets.redeem(ticket)
    device.signs("session", {"login": "Joe", "password": NEW})


@commits
def test_a_reset_key_is_good_once(joe: Device, device: Device) -> None:
    device("POST", "password/reset", {"email": "joe@example.org"})
    reset = {"key": key_in_last_mail(), "new_password": NEW}

    def confirm(_: int) -> int:
        try:
            return Device()("POST", "password/reset/confirm", reset)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(confirm, range(4))) == [204, 422, 422, 422]


def test_a_reset_with_a_weak_password_leaves_the_key_good(joe: Device, device: Device) -> None:
    device("POST", "password/reset", {"email": "joe@example.org"})
    key = key_in_last_mail()
    weak = {"key": key, "new_password": "short"}
    assert device.refused("POST", "password/reset/confirm", weak) == (422, "invalid")
    assert device("POST", "password/reset/confirm", {"key": key, "new_password": NEW})[0] == 204


@pytest.mark.parametrize("key", ["", "x", "1-x", "zzzzzzzzzzzzz-x", "é-é", "-", "1-dcabcd-" + "0" * 32])
def test_a_made_up_reset_key_sets_nothing(joe: Device, device: Device, key: str) -> None:
    reset = {"key": key, "new_password": NEW}
    assert device.refused("POST", "password/reset/confirm", reset) == (422, "invalid")
    assert device.last.json()["field"] == "key"


def test_asking_for_a_reset_tells_only_the_mailbox(joe: Device, device: Device) -> None:
    known = device("POST", "password/reset", {"email": "joe@example.org"})
    unknown = device("POST", "password/reset", {"email": "jim@example.org"})
    assert known == unknown == (202, None)
    assert [(message.to, message.subject) for message in mail.outbox[-2:]] == [
        (["joe@example.org"], "Set a new password"),
        (["jim@example.org"], "No account with this address"),
    ]


def test_a_reset_is_for_the_one_who_verified_the_address(joe: Device, signed_up: Callable[..., Device]) -> None:
    verify(joe)
    signed_up("Jane")
    Device()("POST", "password/reset", {"email": "joe@example.org"})
    assert "For Joe," in str(mail.outbox[-1].body)
    assert "Jane" not in str(mail.outbox[-1].body)


def test_a_reset_of_an_unverified_address_offers_each_account(joe: Device, signed_up: Callable[..., Device]) -> None:
    signed_up("Jane")
    Device()("POST", "password/reset", {"email": "joe@example.org"})
    body = str(mail.outbox[-1].body)
    assert "For Joe," in body
    assert "For Jane," in body


def test_resets_are_counted_by_mailbox_whether_or_not_it_is_known(device: Device) -> None:
    for number in range(MailsToAddress.limit.quota):
        device.address = f"198.51.100.{number}"
        assert device("POST", "password/reset", {"email": "jim@example.org"})[0] == 202
    device.address = "198.51.100.99"
    assert device.refused("POST", "password/reset", {"email": "JIM@example.org"}) == (429, "too_many")
