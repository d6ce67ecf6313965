"""What a player says of themselves, takes with them, and leaves behind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.actions import passwords, profile
from accounts.announcements import deleting, exporting, preferring
from accounts.models import Player, Session
from accounts.preferences import Preferences
from accounts.problems import Invalid, Problem, SessionEnded
from tests.accounts.device import PASSWORD, Device

pytestmark = pytest.mark.django_db


def test_what_is_not_named_stays(joe: Device) -> None:
    joe("PATCH", "me", {"preferences": {"four_colour": True, "ruleset": "turn-1"}})
    joe("PATCH", "me", {"preferences": {"winnable_only": True}, "avatar": "queen"})
    me = joe("PATCH", "me", {})[1]
    assert me["avatar"] == "queen"
    assert me["preferences"] == {
        "ruleset": "turn-1",
        "winnable_only": True,
        "four_colour": True,
        "auto_finish": False,
        "left_handed": False,
        "public_profile": True,
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"nmae": "Joe"}, "nmae"),
        ({"id": "x"}, "id"),
        ({"is_staff": True}, "is_staff"),
        ({"preferences": {"colour": 4}}, "preferences.colour"),
        ({"preferences": {"four_colour": "yes"}}, "preferences.four_colour"),
        ({"preferences": {"ruleset": 3}}, "preferences.ruleset"),
        ({"preferences": []}, "preferences"),
        ({"name": "J"}, "name"),
        ({"name": 12345}, "name"),
        ({"name": None}, "name"),
        ({"name": "jo\0e"}, "name"),
        ({"avatar": "dragon"}, "avatar"),
        ([], ""),
        ("name", ""),
    ],
)
def test_a_wrong_field_is_named_and_nothing_changes(joe: Device, body: object, field: str) -> None:
    before = joe("GET", "me")[1]
    assert joe.refused("PATCH", "me", body) == (422, "invalid")
    assert joe.last.json()["field"] == field
    assert joe("GET", "me")[1] == before


def test_a_listener_may_refuse_preferences(joe: Device) -> None:
    def only_turn_1(preferences: Preferences, **_: object) -> None:
        if preferences.ruleset != "turn-1":
            raise Invalid("There is no such ruleset.", field="preferences.ruleset")

    preferring.connect(only_turn_1)
    try:
        wanted = {"preferences": {"ruleset": "turn-9"}, "avatar": "king"}
        assert joe.refused("PATCH", "me", wanted) == (422, "invalid")
        assert joe("PATCH", "me", {"preferences": {"ruleset": "turn-1"}})[1]["avatar"] == "spade"
    finally:
        preferring.disconnect(only_turn_1)


def test_the_export_has_every_section_and_no_secret(joe: Device) -> None:
    def games(player: Player, **_: object) -> dict[str, Any]:
        return {"games": [{"player": player.public_id}]}

    exporting.connect(games)
    try:
        answer = joe("GET", "me/export")[1]
    finally:
        exporting.disconnect(games)
    assert answer["account"]["email"] == "joe@example.org"
    assert answer["games"] == [{"player": answer["account"]["id"]}]
    row = Player.objects.get()
    text = json.dumps(answer)
    for secret in (joe.token, row.password, Session.objects.get().session_data, "password"):
        assert secret
        assert secret not in text


def test_deletion_asks_for_the_password(joe: Device) -> None:
    assert joe.refused("DELETE", "me") == (403, "wrong_password")
    assert joe.refused("DELETE", "me", {"password": "wrong"}) == (403, "wrong_password")
    assert joe("GET", "me")[0] == 200


def test_deletion_leaves_an_anonymous_row_and_a_reserved_name(joe: Device, device: Device) -> None:
    joe("PATCH", "me", {"avatar": "king", "preferences": {"four_colour": True}})
    before = Player.objects.get()
    assert joe("DELETE", "me", {"password": PASSWORD}) == (204, None)
    assert joe.refused("GET", "me") == (401, "session_ended")
    row = Player.objects.get()
    assert (row.pk, row.public_id) == (before.pk, before.public_id)
    assert (row.name, row.email, row.preferences, row.avatar) == ("Deleted player", None, {}, "spade")
    assert row.deleted_at is not None
    assert not EmailAddress.objects.exists()
    assert Player.objects.named("Joe") is None
    login = {"login": "Joe", "password": PASSWORD}
    assert device.refused("POST", "session", login) == (403, "wrong_credentials")
    again = {"name": "JOE", "email": "joe@example.org", "password": PASSWORD}
    assert device.refused("POST", "signup", again) == (409, "name_taken")


def test_a_guest_is_deleted_without_a_password(guest: Device) -> None:
    assert guest("DELETE", "me") == (204, None)
    assert guest.refused("GET", "me") == (401, "session_ended")


def test_deletion_is_announced_first_and_can_be_refused(joe: Device) -> None:
    heard: list[str] = []

    def listen(player: Player, **_: object) -> None:
        heard.append(Player.objects.get(pk=player.pk).name)
        raise Problem("Later.", status=409, code="later", title="Later")

    deleting.connect(listen)
    try:
        assert joe.refused("DELETE", "me", {"password": PASSWORD}) == (409, "later")
    finally:
        deleting.disconnect(listen)
    assert heard == ["Joe"]
    assert joe("GET", "me")[1]["name"] == "Joe"


def test_answers_are_kept_by_nobody(joe: Device) -> None:
    joe("GET", "me")
    assert joe.last["Cache-Control"] == "no-store"


def test_who_has_just_left_changes_nothing(joe: Device) -> None:
    left = Player.objects.get()
    joe("DELETE", "me", {"password": PASSWORD})
    with pytest.raises(SessionEnded):
        profile.update(left, name="Joe again")
    with pytest.raises(SessionEnded):
        passwords.change(left, PASSWORD, "eight of spades", "")
    assert Player.objects.get().name == "Deleted player"
