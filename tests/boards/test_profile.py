from __future__ import annotations

from datetime import timedelta

import pytest

from games.klondike.rules import RULESETS
from games.models import Game, Rating
from tests.boards.client import Caller
from tests.boards.record import NOON, account, settled
from tests.boards.test_ratings import raced
from tests.games.seat import Seat

pytestmark = pytest.mark.django_db


def test_times_are_bars_of_wins_alone() -> None:
    ann = account("Ann")
    for wall_ms in (59_999, 60_000, 89_999, 3_000_000):
        settled(ann, wall_ms=wall_ms)
    settled(ann, wall_ms=70_000, won=False)
    settled(ann, wall_ms=70_000, practice=True)
    times = Caller(ann).get("accounts/me/plots?rules=turn-1")["times"]
    assert times["counts"] == "wins"
    assert [bar for bar in times["bars"] if bar["wins"]] == [
        {"from_ms": 0, "to_ms": 60_000, "wins": 1},
        {"from_ms": 60_000, "to_ms": 90_000, "wins": 2},
        {"from_ms": 1_800_000, "to_ms": None, "wins": 1},
    ]


def test_the_win_rate_is_of_all_counted_attempts_by_the_month_in_which_they_ended() -> None:
    ann = account("Ann")
    for ended_at, won in ((NOON, True), (NOON, False), (NOON + timedelta(hours=12), True)):
        settled(ann, ended_at, won=won)
    rate = Caller().get("accounts/players/ann/plots?rules=turn-1")["win_rate"]
    assert rate == {
        "counts": "all",
        "months": [
            {"month": "2026-11", "played": 2, "won": 1, "win_percent": 50.0},
            {"month": "2026-12", "played": 1, "won": 1, "win_percent": 100.0},
        ],
    }


def test_who_keeps_private_shows_nothing_but_the_name() -> None:
    ann = account("Ann")
    settled(ann)
    Caller(ann)("PATCH", "accounts/me", {"preferences": {"public_profile": False}})
    shown = Caller().get("accounts/players/ann")
    assert {shown[name] for name in ("statistics", "ratings", "achievements", "races")} == {None}
    assert Caller().refused("GET", "accounts/players/ann/plots") == (404, "not_found")
    assert Caller(ann).get("accounts/me/statistics")["statistics"][0]["all"]["won"] == 1


def achieved(caller: Caller) -> dict[str, str]:
    """What has been, with the moment of it."""
    items = caller.get("accounts/me/statistics")["achievements"]
    return {item["name"]: item["achieved_at"] for item in items if item["achieved_at"]}


def test_achievements_have_the_moment_at_which_they_were_reached() -> None:
    ann = account("Ann")
    caller = Caller(ann)
    settled(ann, NOON - timedelta(days=2), won=False)
    settled(ann, NOON - timedelta(days=2), practice=True, wall_ms=1)
    known_by_then = settled(ann, NOON - timedelta(days=2), wall_ms=1)
    known_by_then.first_attempt = False
    known_by_then.save()
    assert achieved(caller) == {}
    for number in range(11):
        result = settled(ann, NOON + timedelta(minutes=number), actions=100)
        result.moves = 99
        result.save()
    assert achieved(caller) == {"first_win": "2026-11-30T12:00:00Z", "ten_wins": "2026-11-30T12:09:00Z"}
    settled(ann, NOON + timedelta(hours=1), wall_ms=179_999)
    assert achieved(caller)["under_three_minutes"] == achieved(caller)["never_back"] == "2026-11-30T13:00:00Z"
    for number, ruleset in enumerate(RULESETS):
        settled(ann, NOON + timedelta(days=1 + number), ruleset=ruleset)
    assert achieved(caller)["every_ruleset"] == "2026-12-10T12:00:00Z"


def test_a_rating_is_shown_with_its_deviation_and_whether_it_is_provisional() -> None:
    ann = account("Ann")
    Rating.objects.create(player=ann, ruleset="turn-1", mean=1612.4, deviation=201.5, races=9, changed_at=0)
    (rating,) = Caller().get("accounts/players/ANN")["ratings"]
    assert rating == {"ruleset": "turn-1", "rating": 1612, "deviation": 202, "races": 9, "provisional": True}


def test_everyones_results_of_a_deal_are_told_once_it_is_open() -> None:
    seat = Seat()
    game = seat.begins("turn-1")
    seat.plays(game, "draw")
    caller = Caller(account("Ann"))
    assert caller.refused("GET", f"games/{game.public_id}/field") == (409, "deal_closed")
    seat.concedes(game)
    fast, slow, private = account("Fast"), account("Slow"), account("Private")
    private.preferences = {"public_profile": False}
    private.save()
    deal = Game.objects.get(pk=game.pk).deal
    settled(slow, deal=deal, wall_ms=90_000)
    settled(fast, deal=deal, wall_ms=60_000)
    settled(private, deal=deal, wall_ms=10, practice=True)
    field = caller.get(f"games/{game.public_id}/field")
    assert [(item["player"] and item["player"]["name"], item["won"]) for item in field["items"]] == [
        ("Fast", True),
        ("Slow", True),
        (seat.player.name, False),
        (None, True),
    ]
    assert (field["total"], field["wins"]) == (4, 3)


def test_ratings_and_what_changed_them_are_in_the_copy_of_ones_data() -> None:
    ann, bob = account("Ann"), account("Bob")
    race = raced([ann, bob], [1, 2])
    copy = Caller(ann).get("accounts/me/export")
    assert copy["ratings"][0]["races"] == 1
    assert [(change["race"], change["before"]) for change in copy["rating_changes"]] == [(race.public_id, 1500)]
