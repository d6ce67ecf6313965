"""The server's clocks; a client's is never asked. Logs are stamped by the process that writes them. Deadlines that
several processes look at, and the day that a result counts for, go by the database's clock."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import cast

from django.db import connection

from accounts import statements


def now_ms() -> int:
    """Ms since 1970 UTC."""
    return time.time_ns() // 1_000_000


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
        return _clock_timestamp(after, parameters)
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
