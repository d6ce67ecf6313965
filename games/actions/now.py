"""The server's clocks; a client's is never asked. Deadlines that several processes look at, and the day that a result
counts for, go by the database's clock. Logs are stamped by the process that writes them, by its own clock and what that
is known to be off from the database's: nobody plays faster or slower at a process whose clock is wrong."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import cast

from django.db import connection

from accounts import statements

_behind_ms = 0
"""So much this process's clock is behind the database's, as far as is known."""


def now_ms() -> int:
    """Ms since 1970 UTC."""
    return time.time_ns() // 1_000_000 + _behind_ms


def moment(ms: int) -> datetime:
    """The same as a date and time in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def ms_of(at: datetime) -> int:
    """Back again."""
    return round(at.timestamp() * 1000)


def database_now(*, after: str = "", parameters: statements.Parameters = ()) -> datetime:
    """The database's time at this very moment, however long the transaction has been going on or has waited. `after` is
    a statement that returns nothing and makes the same trip."""
    if connection.vendor == "postgresql":
        asked = time.time_ns() // 1_000_000
        told = _clock_timestamp(after, parameters)
        _compare(asked, told, time.time_ns() // 1_000_000)
        return told
    if after:
        statements.execute(after, parameters)
    return moment(now_ms())  # SQLite runs in this process, and has its clock


def database_day() -> date:
    """The day it is, in UTC: the same for all processes, however their own clocks go."""
    return database_now().astimezone(UTC).date()


def _clock_timestamp(after: str, parameters: statements.Parameters) -> datetime:
    before = f"WITH first AS ({after}) " if after else ""
    ((at,),) = statements.fetch(f"{before}SELECT clock_timestamp()", parameters)
    return cast(datetime, at)


def _compare(asked: int, told: datetime, heard: int) -> None:
    """Corrects this process's clock where it can't be right: what the database told was so between two times here."""
    global _behind_ms
    least, most = ms_of(told) - heard - 1, ms_of(told) - asked + 1
    if not least <= _behind_ms <= most:
        _behind_ms = (least + most) // 2
