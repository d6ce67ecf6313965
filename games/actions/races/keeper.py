"""The loop in every server process that keeps races to their times."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

from asgiref.sync import sync_to_async
from django.db import DatabaseError, close_old_connections

from games.actions.races.deadlines import act_on_due

TICK_S = 0.5
_log = logging.getLogger(__name__)


async def keep() -> None:
    """Acts on what is due twice a second, and to the moment where it is known beforehand; until it is cancelled."""
    look = sync_to_async(_look, thread_sensitive=False)
    while True:
        next_due = await look()
        left_s = TICK_S if next_due is None else (next_due - datetime.now(UTC)).total_seconds()
        await asyncio.sleep(min(TICK_S, max(0.01, left_s)))


def _look() -> datetime | None:
    try:
        return act_on_due()
    except DatabaseError as away:
        _log.warning("races wait for the database: %s", away)
        return None
    except Exception:  # whatever it is, the other races must go on
        _log.exception("races could not be looked after")
        return None
    finally:
        close_old_connections()
