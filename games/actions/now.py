"""The server's clock, the only one there is."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def now_ms() -> int:
    """Ms since 1970 UTC."""
    return time.time_ns() // 1_000_000


def moment(ms: int) -> datetime:
    """The same as a date and time in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC)
