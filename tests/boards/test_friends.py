from __future__ import annotations

import pytest

from accounts.actions import deletion, export
from accounts.models import Player
from tests.boards.client import Caller, Json
from tests.boards.record import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Caller:
    return Caller(account("Ann"))


@pytest.fixture
def bob() -> Caller:
    return Caller(account("Bob"))


def seen(caller: Caller) -> Json:
    """Names by list."""
    lists = caller.get("friends")
    return {
        name: [item["name"] if name == "blocked" else item["player"]["name"] for item in items]
        for name, items in lists.items()
        if items
    }


def of(caller: Caller) -> str:
    assert caller.player is not None
    return caller.player.public_id


def test_one_asks_the_other_accepts_and_either_ends_it(ann: Caller, bob: Caller) -> None:
    assert ann("POST", "friends", {"name": "bOB"})["status"] == "asked"
    assert (seen(ann), seen(bob)) == ({"asked": ["Bob"]}, {"asking": ["Ann"]})
    assert bob("POST", f"friends/{of(ann)}/accept")["status"] == "friends"
    assert (seen(ann), seen(bob)) == ({"friends": ["Bob"]}, {"friends": ["Ann"]})
    ann("DELETE", f"friends/{of(bob)}", status=204)
    assert (seen(ann), seen(bob)) == ({}, {})


def test_two_who_ask_each_other_are_friends_and_asking_again_changes_nothing(ann: Caller, bob: Caller) -> None:
    ann("POST", "friends", {"player": of(bob)})
    assert ann("POST", "friends", {"player": of(bob)})["status"] == "asked"
    assert bob("POST", "friends", {"player": of(ann)})["status"] == "friends"
    assert ann("POST", "friends", {"player": of(bob)})["status"] == "friends"


def test_nobody_accepts_for_the_other(ann: Caller, bob: Caller) -> None:
    ann("POST", "friends", {"player": of(bob)})
    assert ann.refused("POST", f"friends/{of(bob)}/accept") == (404, "not_found")


def test_who_is_blocked_isnt_told_and_isnt_heard(ann: Caller, bob: Caller) -> None:
    ann("POST", "friends", {"player": of(bob)})
    bob("POST", "friends/blocks", {"name": "Ann"}, status=204)
    assert (seen(ann), seen(bob)) == ({}, {"blocked": ["Ann"]})
    assert ann("POST", "friends", {"player": of(bob)})["status"] == "asked"
    assert (seen(ann), seen(bob)) == ({"asked": ["Bob"]}, {"blocked": ["Ann"]})
    assert bob.refused("POST", f"friends/{of(ann)}/accept") == (404, "not_found")
    bob("DELETE", f"friends/blocks/{of(ann)}", status=204)
    assert seen(bob) == {"asking": ["Ann"]}


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({}, (422, "invalid")),
        ({"name": "Ann"}, (422, "invalid")),
        ({"name": "Nobody"}, (404, "not_found")),
        ({"name": "Bob", "player": "111111111111"}, (422, "invalid")),
        ({"player": "1' OR 1=1"}, (422, "invalid")),
        ({"friend": "Bob"}, (422, "invalid")),
    ],
)
def test_a_bad_request_is_refused(ann: Caller, bob: Caller, body: Json, refusal: tuple[int, str]) -> None:
    assert ann.refused("POST", "friends", body) == refusal


def test_who_has_left_is_nobodys_friend(ann: Caller, bob: Caller) -> None:
    ann("POST", "friends", {"player": of(bob)})
    gone = Player.objects.get(public_id=of(bob))
    gone.set_password("seven of diamonds")
    gone.save()
    deletion.delete(gone, "seven of diamonds")
    assert seen(ann) == {}


def test_friends_are_in_the_copy_of_ones_data(ann: Caller, bob: Caller) -> None:
    ann("POST", "friends", {"player": of(bob)})
    assert ann.player is not None
    assert export.export(ann.player)["friends"]["asked"][0]["player"]["name"] == "Bob"
