"""The loop in every server process that keeps races to their times."""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from django.db import DatabaseError, close_old_connections

from games.actions.now import database_now
from games.actions.races.deadlines import act_on_due

TICK_S = 0.5
_log = logging.getLogger(__name__)


async def keep() -> None:
    """Acts on what is due twice a second, and to the moment where it is known beforehand; until it is cancelled."""
    look = sync_to_async(_look, thread_sensitive=False)
    while True:
        left_s = await look()
        await asyncio.sleep(min(TICK_S, max(0.01, left_s)))


def _look() -> float:
    """Seconds until something is due. The database is asked for the time anyway: so a clock here that is set wrong is
    noticed twice a second."""
    try:
        next_due, now = act_on_due(), database_now()
        return TICK_S if next_due is None else (next_due - now).total_seconds()
    except DatabaseError as away:
        _log.warning("races wait for the database: %s", away)
        return TICK_S
    except Exception:  # whatever it is, the other races must go on
        _log.exception("races could not be looked after")
        return TICK_S
    finally:
        close_old_connections()
