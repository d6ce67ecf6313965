"""Clocks that disagree: the day of a result is the database's, wherever and whenever its process thinks it is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from games.actions.boards.period import periods
from games.actions.daily.day import todays
from games.actions.now import database_day, database_now
from games.models import Game, Result, Standing
from tests.boards.client import Caller
from tests.boards.clock import Clock
from tests.games.seat import Seat
from tests.races.field import WINNABLE, winning_line

pytestmark = [pytest.mark.full, pytest.mark.django_db]

EDGES = [
    datetime(2026, 12, 1, tzinfo=UTC),  # a month's edge
    datetime(2026, 12, 7, tzinfo=UTC),  # a week's
    datetime(2027, 1, 1, tzinfo=UTC),  # a year's, inside week 53 of the one before
    datetime(2027, 1, 4, tzinfo=UTC),  # of week 53 and week 1
    datetime(2028, 2, 29, tzinfo=UTC),
    datetime(2026, 3, 29, tzinfo=UTC),  # daylight-saving time begins in Berlin
    datetime(2026, 11, 2, tzinfo=UTC),  # it ended in New York some hours ago
]


@pytest.fixture(params=["UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The machine's own zone."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


def won_at(clock: Clock, at: datetime) -> Game:
    """A game that was won at this time of the database's clock, of a minute or so."""
    clock.set(at - timedelta(minutes=1))
    seat = Seat()
    game = seat.lies_on(WINNABLE, "turn-1")
    *moves, last = winning_line()
    seat.plays(game, *moves)
    clock.set(at)
    seat.plays(game, last)
    return game


def days_of(game: Game) -> tuple[date, set[str]]:
    """The day that the result counts for, and the periods on whose boards it stands."""
    boards = Standing.objects.filter(game=game, board__startswith="fastest:").values_list("board", flat=True)
    return Result.objects.get(game=game).day, {board.rpartition(":")[2] for board in boards}


@pytest.mark.parametrize("edge", EDGES, ids=lambda edge: f"{edge:%Y-%m-%d}")
@pytest.mark.parametrize("off", [timedelta(hours=-3), timedelta(minutes=10), timedelta(days=40)], ids=str)
def test_a_process_whose_clock_is_off_gives_a_result_the_databases_day(
    monkeypatch: pytest.MonkeyPatch, edge: datetime, off: timedelta
) -> None:
    clock = Clock(monkeypatch, off)
    for at in (edge - timedelta(milliseconds=1), edge):
        assert days_of(won_at(clock, at)) == (at.date(), {period.id for period in periods(at.date())})


def test_two_processes_whose_clocks_disagree_count_for_the_same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    at = datetime(2026, 12, 1, 0, 2, tzinfo=UTC)
    ahead, behind = (Clock(monkeypatch, timedelta(minutes=minutes)) for minutes in (5, -5))
    assert days_of(won_at(ahead, at)) == days_of(won_at(behind, at)) == days_of(won_at(ahead, at))


def test_a_clock_that_steps_back_over_midnight_takes_no_result_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    edge = datetime(2026, 12, 1, tzinfo=UTC)
    clock = Clock(monkeypatch)
    game = won_at(clock, edge + timedelta(seconds=1))
    clock.off = timedelta(minutes=-30)
    again = won_at(clock, edge + timedelta(seconds=2))
    assert days_of(game)[0] == days_of(again)[0] == edge.date()


def test_the_machines_zone_moves_no_day(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    clock = Clock(monkeypatch)
    for edge in EDGES[-2:]:
        for at in (edge - timedelta(milliseconds=1), edge, edge + timedelta(hours=1), edge + timedelta(hours=2)):
            assert days_of(won_at(clock, at))[0] == at.date(), zone


def test_the_day_on_a_board_and_of_the_daily_is_the_databases_too(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, timedelta(minutes=10))
    clock.set(datetime(2026, 11, 30, 23, 55, tzinfo=UTC))
    page = Caller().get("leaderboards/fastest?rules=turn-1&period=day")
    assert page["period"]["id"] == "2026-11-30"
    assert todays("turn-1").date == date(2026, 11, 30)
    assert Caller().get("deals/daily?rules=turn-1")["date"] == "2026-11-30"


def test_the_databases_clock_goes() -> None:
    before = database_now()
    assert before < database_now()
    assert before.utcoffset() == timedelta()
    assert database_day() in (before.date(), before.date() + timedelta(days=1))
