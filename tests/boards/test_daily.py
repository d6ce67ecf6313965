from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import RequestFactory
from django.urls import resolve
from rest_framework.response import Response

from accounts.models import Player
from games.actions.begin import begin, restart
from games.actions.boards.board import Board
from games.actions.boards.page import Reading
from games.actions.boards.period import Span, period
from games.actions.daily.day import make_all, todays
from games.actions.daily.streak import show_streaks
from games.actions.deals import Choice
from games.actions.problems import DailyPlayed
from games.actions.shelf import stock
from games.klondike.rules import RULESETS
from games.klondike.shuffle import commitment
from games.models import Daily, Game, Result, Standing, Verdict
from games.models.game import Origin
from tests.boards.client import Caller
from tests.boards.clock import Clock
from tests.boards.record import account, settled
from tests.games.seat import Seat
from tests.races.field import at_once

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)
RULES = RULESETS["turn-1"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(monkeypatch)
    clock.set(EVENING)
    return clock


def dailies(seat: Seat) -> Game:
    return begin(seat.player, RULES, Choice(Origin.DAILY)).game


def test_the_same_deal_for_everyone_of_the_ruleset_and_another_the_next_day(clock: Clock) -> None:
    ann, bob = Seat(), Seat()
    assert dailies(ann).deal_id == dailies(bob).deal_id == todays("turn-1").deal_id
    assert todays("turn-1").deal_id != todays("turn-3").deal_id
    yesterday = todays("turn-1")
    clock.passes(seconds=1)
    assert todays("turn-1").deal_id != yesterday.deal_id
    assert yesterday.verdict == "winnable"


def test_no_card_is_told_before_the_deal_opens_an_hour_after_its_day(clock: Clock) -> None:
    seen = Caller().get("deals/daily?rules=turn-1")
    deal = Daily.objects.get().deal
    assert {"deck", "seed", "context"} & set(seen) == set()
    assert deal.cards not in str(seen)
    assert (seen["date"], seen["starts_at"]) == ("2026-11-30", "2026-11-30T00:00:00Z")
    assert (seen["ends_at"], seen["opens_at"]) == ("2026-12-01T00:00:00Z", "2026-12-01T01:00:00Z")
    clock.passes(seconds=3600)
    assert "deck" not in Caller().get("deals/daily/2026-11-30?rules=turn-1")
    clock.passes(seconds=1)
    opened = Caller().get("deals/daily/2026-11-30?rules=turn-1")
    assert opened["deck"] == deal.cards
    assert commitment(bytes.fromhex(opened["seed"]), "daily:2026-11-30:turn-1") == seen["commitment"]


def test_tomorrows_deal_is_not_there_yet_nor_one_of_a_day_without(clock: Clock) -> None:
    for day in ("2026-12-01", "2026-11-29", "2026-02-30"):
        assert Caller().refused("GET", f"deals/daily/{day}?rules=turn-1") == (404, "not_found")
    assert Caller().refused("GET", "deals/daily?rules=vegas-1") == (422, "invalid")


def test_starting_it_again_goes_on_with_the_same_game_and_once_over_it_is_refused(clock: Clock) -> None:
    ann = Seat()
    solo = ann.begins("turn-1")
    game = dailies(ann)
    assert dailies(ann) == game
    ann.plays(game, "draw")
    assert ann.sees(solo).status == "playing"
    ann.concedes(game)
    with pytest.raises(DailyPlayed) as refusal:
        dailies(ann)
    assert refusal.value.extra == {"game": game.public_id}
    clock.passes(seconds=1)
    assert dailies(ann) != game


def test_it_is_played_over_http_and_shown_as_mine(clock: Clock) -> None:
    ann = Caller(account("Ann"))
    begun = ann("POST", "games", {"rules": "turn-1", "deal": {"kind": "daily"}}, status=201)
    shown = ann.get("deals/daily?rules=turn-1")
    assert shown["mine"] == {"game": begun["id"], "status": "playing"}
    assert begun["deal"]["commitment"] == shown["commitment"]
    assert (begun["deal"]["kind"], begun["practice"]) == ("daily", False)
    ann("POST", f"games/{begun['id']}/moves", {"move": "draw", "after": 1, "id": "m"})
    ann("POST", f"games/{begun['id']}/concede", {"after": 2, "id": "c"})
    assert ann.get("deals/daily?rules=turn-1")["plays"] == 1
    again = ann.refused("POST", "games", {"rules": "turn-1", "deal": {"kind": "daily"}})
    assert again == (409, "daily_played")
    assert "deck" not in ann.get(f"games/{begun['id']}")["deal"]
    assert ann.refused("POST", f"games/{begun['id']}/share", {"after": 3, "id": "s"}) == (409, "deal_closed")


def test_a_restart_is_practice_and_opens_no_second_try(clock: Clock) -> None:
    ann = Seat()
    game = dailies(ann)
    ann.plays(game, "draw")
    again = restart(ann.player, game.public_id, ann.sees(game).version).game
    assert again.practice
    with pytest.raises(DailyPlayed):
        dailies(ann)
    ann.plays(again, "draw")
    ann.concedes(again)
    assert set(Result.objects.values_list("first_attempt", "practice")) == {(True, False), (False, True)}


@pytest.mark.parametrize(("late_s", "counts"), [(0, True), (3601, True), (3602, False)])
def test_a_result_counts_for_the_day_it_was_started_if_it_ends_before_the_deal_opens(
    clock: Clock, late_s: int, counts: bool
) -> None:
    ann = Seat()
    game = dailies(ann)
    ann.plays(game, "draw")
    clock.passes(seconds=late_s)
    ann.concedes(game)
    result = Result.objects.get()
    assert (result.day, result.first_attempt) == (date(2026, 11, 30), counts)
    assert Caller().get("deals/daily/2026-11-30?rules=turn-1")["plays"] == counts
    listed = Caller().get("deals/daily/archive?rules=turn-1")["items"]
    assert {item["date"]: item["plays"] for item in listed}["2026-11-30"] == counts


def finished(player: Player, day: datetime, *, won: bool = True, wall_ms: int = 60_000) -> Result:
    return settled(player, day, origin=Origin.DAILY, deal=todays("turn-1").deal, won=won, wall_ms=wall_ms)


def test_its_board_takes_verified_accounts_older_than_the_day(clock: Clock) -> None:
    old, new = account("Old"), account("New", created_at=EVENING.replace(hour=0, minute=0, second=0))
    unverified, guest = (
        account("Unverified", verified=False),
        Player.objects.create(created_at=EVENING.replace(year=2025)),
    )
    for player in (old, new, unverified, guest):
        finished(player, EVENING)
    board = Reading(Board.DAILY, "turn-1", period(Span.DAY, date(2026, 11, 30)))
    assert [item["player"]["name"] for item in board.page(None, 10)["items"]] == ["Old"]
    address = unverified.emailaddress_set.get()  # type: ignore[attr-defined]
    address.verified = True
    address.save()
    assert [item["player"]["name"] for item in board.page(None, 10)["items"]] == ["Old", "Unverified"]
    assert set(Standing.objects.values_list("board", flat=True)) == {"daily:turn-1:2026-11-30"}


def test_a_streak_is_of_days_and_today_breaks_it_only_tomorrow(clock: Clock) -> None:
    ann = account("Ann")
    for won in (True, True, False, None, True, True):
        if won is not None:
            finished(ann, clock.at, won=won)
        clock.passes(days=1)
    today = clock.at.date()
    assert show_streaks(ann.pk, "turn-1", today) == {
        "played": {"current": 2, "longest": 3},
        "won": {"current": 2, "longest": 2},
    }
    assert show_streaks(ann.pk, "turn-1", today + timedelta(days=1))["played"] == {"current": 0, "longest": 3}


def test_the_archive_lists_the_days_from_the_newest(clock: Clock) -> None:
    for _ in range(3):
        make_all()
        clock.passes(days=1)
    finished(account("Ann"), clock.at)
    first = Caller().get("deals/daily/archive?rules=turn-1&limit=3")
    assert [(item["date"], item["plays"], item["wins"]) for item in first["items"]] == [
        ("2026-12-03", 1, 1),
        ("2026-12-02", 0, 0),
        ("2026-12-01", 0, 0),
    ]
    rest = Caller().get(f"deals/daily/archive?rules=turn-1&limit=3&cursor={first['next']}")
    assert ([item["date"] for item in rest["items"]], rest["next"]) == (["2026-11-30"], None)
    assert Caller().refused("GET", "deals/daily/archive?cursor=x") == (422, "invalid")


@pytest.mark.parametrize(
    "shift", [datetime(2026, 3, 29, 0, 59, 59, tzinfo=UTC), datetime(2026, 10, 25, 0, 59, 59, tzinfo=UTC)]
)
def test_nothing_happens_when_clocks_elsewhere_change_to_or_from_summer_time(clock: Clock, shift: datetime) -> None:
    clock.set(shift)
    before = todays("turn-1")
    for _ in range(3):
        clock.passes(hours=1)
        assert todays("turn-1") == before
    assert before.deal.opens_at == datetime(shift.year, shift.month, shift.day + 1, 1, tzinfo=UTC)


def test_a_clock_that_steps_back_over_midnight_finds_yesterdays_deal_again(clock: Clock) -> None:
    yesterday = todays("turn-1")
    clock.passes(seconds=1)
    today = todays("turn-1")
    clock.passes(seconds=-1)
    assert todays("turn-1") == yesterday
    clock.passes(seconds=1)
    assert todays("turn-1") == today
    assert Daily.objects.count() == 2


def test_a_shelf_that_is_empty_is_helped_at_once(clock: Clock) -> None:
    assert not stock(RULES).exists()
    assert todays("turn-1").verdict == "winnable"


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_servers_that_make_it_at_once_at_midnight_make_one_and_waste_none(clock: Clock) -> None:
    made = at_once(*[lambda: todays("turn-1").deal_id] * 6)
    assert set(made) == {Daily.objects.get().deal_id}
    clock.passes(days=1)
    at_once(*[lambda: todays("turn-1").deal_id] * 6)
    assert Daily.objects.count() == Verdict.objects.exclude(served_at=None).count() == 2


def test_who_has_the_days_deal_may_wait_for_the_next(clock: Clock) -> None:
    def asks(query: str) -> Response:
        answer = resolve("/api/v1/deals/daily").func(RequestFactory().get(f"/?{query}"))
        assert isinstance(answer, Response)
        return answer

    assert hasattr(asks("rules=turn-1&after=2026-11-30&wait_s=20"), "wait")
    assert not hasattr(asks("rules=turn-1&after=2026-11-29&wait_s=20"), "wait")
    clock.passes(seconds=1)
    answer = asks("rules=turn-1&after=2026-11-30&wait_s=20")
    assert not hasattr(answer, "wait")
    assert answer.data["date"] == "2026-12-01"
