"""A guest plays at once, and loses nothing by becoming an account."""

from __future__ import annotations

import pytest
from django.core import mail

from accounts.models import Player, Session
from accounts.throttles import Guests, network
from tests.accounts.device import PASSWORD, Device

pytestmark = pytest.mark.django_db
JOE = {"name": "Joe", "email": "joe@example.org", "password": PASSWORD}


def test_a_guest_is_a_player_at_once(device: Device) -> None:
    player = device.signs("guest")
    assert player["guest"] is True
    assert player["name"].startswith("Guest ")
    assert device("GET", "me") == (200, player)


def test_a_session_slides_for_400_days(guest: Device) -> None:
    (session,) = guest("GET", "sessions")[1]["items"]
    assert session["expires_at"][:4] > session["created_at"][:4]


def test_an_upgrade_keeps_the_row_and_everything_on_it(guest: Device) -> None:
    before = guest("GET", "me")[1]
    row = Player.objects.get(public_id=before["id"]).pk
    guest("PATCH", "me", {"avatar": "joker", "preferences": {"four_colour": True}})
    after = guest.signs("upgrade", JOE)
    assert (after["id"], after["created_at"]) == (before["id"], before["created_at"])
    assert (after["name"], after["email"], after["guest"]) == ("Joe", "joe@example.org", False)
    assert (after["avatar"], after["preferences"]["four_colour"]) == ("joker", True)
    assert Player.objects.get().pk == row


def test_an_upgrade_ends_every_session_and_gives_a_new_one(guest: Device) -> None:
    old = Device(guest.token)
    guest.signs("upgrade", JOE)
    assert old.refused("GET", "me") == (401, "session_ended")
    assert guest("GET", "me")[0] == 200
    assert Session.objects.count() == 1


def test_an_upgrade_asks_to_verify_the_address(guest: Device) -> None:
    guest.signs("upgrade", JOE)
    assert [message.to for message in mail.outbox] == [["joe@example.org"]]


def test_an_account_upgrades_no_more(joe: Device) -> None:
    assert joe.refused("POST", "upgrade", {**JOE, "name": "Joanna"}) == (409, "guest_only")
    assert Player.objects.get().name == "Joe"


def test_a_refused_upgrade_leaves_the_guest_as_it_was(guest: Device, joe: Device) -> None:
    before = guest("GET", "me")
    assert guest.refused("POST", "upgrade", {**JOE, "name": "JOE"}) == (409, "name_taken")
    assert guest.refused("POST", "upgrade", {**JOE, "name": "Jane", "password": "short"}) == (422, "invalid")
    assert guest("GET", "me") == before


def test_an_upgraded_guest_signs_in_by_name(guest: Device) -> None:
    guest.signs("upgrade", JOE)
    other = Device()
    assert other.signs("session", {"login": "joe", "password": PASSWORD})["name"] == "Joe"


def test_guests_from_one_address_are_counted(device: Device) -> None:
    quota = Guests.limit.quota
    for left in reversed(range(quota)):
        assert device("POST", "guest")[0] == 201
        assert device.last["RateLimit"].startswith(f'"guests";r={left};t=')
    assert device.refused("POST", "guest") == (429, "too_many")
    problem = device.last.json()
    assert device.last["RateLimit-Policy"] == f'"guests";q={quota};w=3600'
    assert 0 < problem["retry_after_ms"] <= 3_600_000
    assert int(device.last["Retry-After"]) * 1000 >= problem["retry_after_ms"]
    assert Player.objects.count() == quota


def test_a_household_is_one_address_in_ipv6(device: Device) -> None:
    for number in range(Guests.limit.quota):
        device.address = f"2001:db8::{number:x}"
        assert device("POST", "guest")[0] == 201
    device.address = "2001:db8::ffff:1"
    assert device.refused("POST", "guest") == (429, "too_many")
    device.address = "2001:db8:0:1::1"
    assert device("POST", "guest")[0] == 201


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("", ""),
    ],
)
def test_an_address_is_counted_as_what_one_household_has(address: str, counted: str) -> None:
    assert network(address) == counted
