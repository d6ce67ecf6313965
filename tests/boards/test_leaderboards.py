from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.actions import deletion
from accounts.models import Player
from games.actions.friends import friendship
from games.models import Game
from tests.boards.client import Caller
from tests.boards.record import NOON, account, settled

pytestmark = pytest.mark.django_db

FASTEST = "leaderboards/fastest?rules=turn-1"


def ranks(page: dict[str, Any]) -> list[tuple[int, str]]:
    return [(item["rank"], item["player"]["name"]) for item in page["items"]]


@pytest.fixture
def five() -> list[Player]:
    """Ann is fastest; Bob, Cat and Dan are equals in that order; Eve is last."""
    players = [account(name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")]
    times = [60_000, 90_000, 90_000, 90_000, 120_000]
    for place, (player, wall_ms) in enumerate(zip(players, times, strict=True)):
        settled(player, NOON + timedelta(seconds=place), wall_ms=wall_ms)
    return players


def test_equals_share_a_rank_and_the_first_to_get_there_stands_above(five: list[Player]) -> None:
    page = Caller().get(FASTEST)
    assert ranks(page) == [(1, "Ann"), (2, "Bob"), (2, "Cat"), (2, "Dan"), (5, "Eve")]
    assert page["items"][0] == {
        "rank": 1,
        "player": {"id": five[0].public_id, "name": "Ann"},
        "value": 60_000,
        "achieved_at": "2026-11-30T12:00:00.000Z",
        "game": Game.objects.get(player=five[0]).public_id,
    }
    assert (page["board"], page["rules"], page["total"], page["me"]) == ("fastest", "turn-1", 5, None)
    assert page["period"] == {"id": "all", "starts_at": None, "ends_at": None}


def test_a_place_once_taken_is_not_lost_by_doing_the_same_again(five: list[Player]) -> None:
    settled(five[1], NOON + timedelta(hours=1), wall_ms=90_000)
    settled(five[1], NOON + timedelta(hours=2), wall_ms=95_000)
    assert ranks(Caller().get(FASTEST))[1] == (2, "Bob")


def test_pages_go_on_counting_and_lead_back(five: list[Player]) -> None:
    first = Caller().get(f"{FASTEST}&limit=2")
    second = Caller().get(f"{FASTEST}&limit=2&cursor={first['next']}")
    third = Caller().get(f"{FASTEST}&limit=2&cursor={second['next']}")
    assert [ranks(page) for page in (first, second, third)] == [
        [(1, "Ann"), (2, "Bob")],
        [(2, "Cat"), (2, "Dan")],
        [(5, "Eve")],
    ]
    assert (first["prev"], third["next"]) == (None, None)
    assert ranks(Caller().get(f"{FASTEST}&limit=2&cursor={third['prev']}")) == ranks(second)
    assert ranks(Caller().get(f"{FASTEST}&limit=2&cursor={second['prev']}")) == ranks(first)


@pytest.mark.parametrize(
    ("whom", "names"),
    [(0, ["Ann", "Bob", "Cat"]), (1, ["Ann", "Bob", "Cat"]), (3, ["Cat", "Dan", "Eve"]), (4, ["Cat", "Dan", "Eve"])],
)
def test_around_me_is_full_at_both_edges_and_its_ranks_are_those_of_the_board(
    five: list[Player], whom: int, names: list[str]
) -> None:
    board = {name: rank for rank, name in ranks(Caller().get(FASTEST))}
    page = Caller(five[whom]).get(f"{FASTEST}&around=me&limit=3")
    assert ranks(page) == [(board[name], name) for name in names]
    assert page["me"]["player"]["name"] == five[whom].name
    assert Caller().get(f"{FASTEST}&around={five[whom].public_id}&limit=3")["items"] == page["items"]
    assert (page["prev"] is None, page["next"] is None) == (names[0] == "Ann", names[-1] == "Eve")


def test_around_me_is_empty_for_who_has_no_place(five: list[Player]) -> None:
    page = Caller(account("Fay")).get(f"{FASTEST}&around=me")
    assert (page["items"], page["me"], page["total"]) == ([], None, 5)


def test_friends_are_ranked_among_themselves(five: list[Player]) -> None:
    eve = five[4]
    for friend in (five[1], five[2]):
        friendship.ask(friend, eve)
        friendship.accept(eve, friend)
    friendship.ask(five[0], eve)
    page = Caller(eve).get(f"{FASTEST}&friends=true")
    assert ranks(page) == [(1, "Bob"), (1, "Cat"), (3, "Eve")]
    assert (page["me"]["rank"], page["total"]) == (3, 3)


def test_who_is_banned_gone_or_private_holds_no_rank_and_all_below_move_up(five: list[Player]) -> None:
    ann, bob, cat, dan, _ = five
    ann.is_active = False
    ann.save()
    bob.set_password("seven of diamonds")
    bob.save()
    deletion.delete(bob, "seven of diamonds")
    Caller(cat)("PATCH", "accounts/me", {"preferences": {"public_profile": False}})
    page = Caller().get(FASTEST)
    assert (ranks(page), page["total"]) == ([(1, "Dan"), (2, "Eve")], 2)
    ann.is_active = True
    ann.save()
    Caller(cat)("PATCH", "accounts/me", {"preferences": {"public_profile": True}})
    assert ranks(Caller(dan).get(FASTEST)) == [(1, "Ann"), (2, "Cat"), (2, "Dan"), (4, "Eve")]


@pytest.mark.parametrize(
    "tainted",
    [{"practice": True}, {"assisted": True}, {"peeked": True}, {"merged": True}, {"won": False}, {"origin": "race"}],
)
def test_only_clean_wins_of_deals_that_were_the_players_alone_stand_on_boards(tainted: dict[str, Any]) -> None:
    settled(account("Ann"), **tainted)
    assert Caller().get(FASTEST)["items"] == []


def test_a_past_period_stays_as_it_was() -> None:
    ann, bob = account("Ann"), account("Bob")
    settled(ann, NOON - timedelta(days=1), wall_ms=70_000)
    settled(bob, NOON, wall_ms=60_000)
    for at, period, names in (
        ("2026-11-29", "day", [(1, "Ann")]),
        ("2026-11-30", "day", [(1, "Bob")]),
        ("2026-11-29", "week", [(1, "Ann")]),
        ("2026-12-06", "week", [(1, "Bob")]),
        ("2026-11-01", "month", [(1, "Bob"), (2, "Ann")]),
        ("2026-10-31", "month", []),
    ):
        assert ranks(Caller().get(f"{FASTEST}&period={period}&at={at}")) == names


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("fastest?around=me", (401, "no_session")),
        ("fastest?friends=1", (401, "no_session")),
        ("fastest?around=111111111111", (404, "not_found")),
        ("fastest?around=%F0%9F%98%80", (422, "invalid")),
        ("fastest?rules=custom", (422, "invalid")),
        ("fastest?limit=101", (422, "invalid")),
        ("fastest?at=2026-02-30", (422, "invalid")),
        ("fastest?at=9999-12-31", (422, "invalid")),
        ("fastest?cursor=next.1.2.3", (422, "invalid")),
        ("fastest?page=2", (422, "invalid")),
        ("points?rules=turn-1", (422, "invalid")),
        ("rating?period=day", (422, "invalid")),
        ("daily?period=week", (422, "invalid")),
        ("slowest", (404, "not_found")),
    ],
)
def test_what_makes_no_sense_is_refused(query: str, refusal: tuple[int, str]) -> None:
    assert Caller().refused("GET", f"leaderboards/{query}") == refusal


def test_no_score_can_be_sent() -> None:
    assert Caller(account("Ann")).refused("POST", "leaderboards/fastest", {"value": 1}) == (405, "method_not_allowed")


def test_a_page_with_its_ranks_and_names_is_one_statement_for_many_players_as_for_few(five: list[Player]) -> None:
    def queries(query: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            caller.get(query)
        return len(captured)

    def crowd(names: str) -> None:
        for place, name in enumerate(names):
            settled(account(f"Player {name}"), wall_ms=50_000 + 3_000 * place)

    caller = Caller(five[2])
    crowd("abcdefghijklmnopqrst")
    few = queries(FASTEST), queries(f"{FASTEST}&around=me&limit=5")
    assert few == (2, 2)  # the other one finds the session
    crowd("0123456789")
    assert (queries(FASTEST), queries(f"{FASTEST}&around=me&limit=5")) == few
