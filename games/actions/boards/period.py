"""Days, ISO weeks, months and all time, in UTC; no other zone and no daylight-saving time is known here."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple


class Span(StrEnum):
    """How long a board collects."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Period(NamedTuple):
    """`id` is `2026-11-30`, `2026-W49`, `2026-11` or `all`; from its first day up to, not including, `until`."""

    id: str
    first: date | None
    until: date | None

    @property
    def starts_at(self) -> datetime | None:
        return midnight(self.first) if self.first else None

    @property
    def ends_at(self) -> datetime | None:
        return midnight(self.until) if self.until else None


ALL_TIME = Period("all", None, None)


def period(span: Span, day: date) -> Period:
    """The period of this length that the day lies in."""
    match span:
        case Span.DAY:
            return Period(day.isoformat(), day, day + timedelta(days=1))
        case Span.WEEK:
            year, week, weekday = day.isocalendar()
            monday = day - timedelta(days=weekday - 1)
            return Period(f"{year}-W{week:02}", monday, monday + timedelta(days=7))
        case Span.MONTH:
            first = day.replace(day=1)
            return Period(f"{day:%Y-%m}", first, (first + timedelta(days=31)).replace(day=1))
        case Span.ALL:
            return ALL_TIME


def periods(day: date) -> list[Period]:
    """All that the day lies in, the shortest first."""
    return [period(span, day) for span in Span]


def midnight(day: date) -> datetime:
    """The moment at which a UTC day begins."""
    return datetime.combine(day, time(), UTC)
