"""The server's clocks; a client's is never asked. Logs are stamped by the process that writes them, deadlines that
several processes look at are judged by the database's clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from django.db import connection


def now_ms() -> int:
    """Ms since 1970 UTC."""
    return time.time_ns() // 1_000_000


def moment(ms: int) -> datetime:
    """The same as a date and time in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def ms_of(at: datetime) -> int:
    """Back again."""
    return round(at.timestamp() * 1000)


def database_now() -> datetime:
    """The database's time at this very moment, however long the transaction has been going on or has waited."""
    if connection.vendor != "postgresql":
        return datetime.now(UTC)  # SQLite runs in this process, and has its clock
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    return at
