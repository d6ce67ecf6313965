from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.actions.boards.board import Board, rank_by, value_of
from games.actions.boards.period import Span, period, periods
from games.models import Result, Standing
from tests.boards.clock import Clock
from tests.boards.record import account, settled
from tests.games.seat import Seat

MIDNIGHT = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "ids"),
    [
        (date(2026, 11, 30), ["2026-11-30", "2026-W49", "2026-11", "all"]),
        (date(2026, 12, 1), ["2026-12-01", "2026-W49", "2026-12", "all"]),
        (date(2027, 1, 1), ["2027-01-01", "2026-W53", "2027-01", "all"]),
        (date(2024, 12, 30), ["2024-12-30", "2025-W01", "2024-12", "all"]),
        (date(2024, 2, 29), ["2024-02-29", "2024-W09", "2024-02", "all"]),
    ],
)
def test_a_day_lies_in_its_iso_week_which_may_be_another_years(day: date, ids: list[str]) -> None:
    assert [period.id for period in periods(day)] == ids


@pytest.mark.parametrize("span", [Span.DAY, Span.WEEK, Span.MONTH])
def test_periods_follow_one_another_without_gap_or_overlap(span: Span) -> None:
    day = date(2023, 12, 20)
    while day < date(2025, 1, 10):
        now = period(span, day)
        assert now.first is not None
        assert now.until is not None
        assert now.first <= day < now.until
        assert period(span, now.until).first == now.until
        assert period(span, now.until - timedelta(days=1)) == now
        day += timedelta(days=1)


@pytest.mark.parametrize("board", list(Board))
def test_a_figure_is_found_again_in_its_order(board: Board) -> None:
    figures = [0, 1, 2, 63, 64, 1_000, 100_000]
    assert [value_of(board, rank_by(board, figure)) for figure in figures] == figures
    ordered = [rank_by(board, figure) for figure in figures]
    assert ordered == sorted(ordered, reverse=ordered[0] > ordered[-1])
    assert value_of(Board.POINTS, rank_by(Board.POINTS, -52)) == -52


@pytest.mark.django_db
def test_a_game_over_midnight_counts_for_the_day_on_which_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    for before_ms, day in ((1, date(2026, 11, 30)), (0, date(2026, 12, 1))):
        clock.set(MIDNIGHT - timedelta(minutes=5))
        seat = Seat()
        game = seat.begins()
        seat.plays(game, "draw")
        clock.set(MIDNIGHT - timedelta(milliseconds=before_ms))
        seat.concedes(game)
        assert Result.objects.get(game=game).day == day


@pytest.mark.django_db
def test_a_run_goes_on_over_midnight_and_each_day_has_its_own_part() -> None:
    ann = account("Ann")
    for minutes in (-3, -2, -1, 0, 1):
        settled(ann, MIDNIGHT + timedelta(minutes=minutes))
    streaks = Standing.objects.filter(board__startswith="streak:turn-1:").values_list("board", "rank_by")
    assert {board.rpartition(":")[2]: value_of(Board.STREAK, rank) for board, rank in streaks} == {
        "2026-11-30": 3,
        "2026-12-01": 2,
        "2026-W49": 5,
        "2026-11": 3,
        "2026-12": 2,
        "all": 5,
    }


@pytest.mark.django_db
def test_a_loss_that_a_clock_set_back_puts_between_two_wins_parts_them() -> None:
    ann = account("Ann")
    settled(ann, MIDNIGHT)
    settled(ann, MIDNIGHT + timedelta(minutes=2))
    settled(ann, MIDNIGHT + timedelta(minutes=1), won=False)
    streak = Standing.objects.get(board="streak:turn-1:all")
    assert value_of(Board.STREAK, streak.rank_by) == 1
