"""Settings of server processes on the database and the Redis that the tests work with."""

from __future__ import annotations

from django.conf import settings
from django.db import connection

GENEROUS = {
    "LIMIT_COMMANDS_PER_SECOND": "100000",
    "RACE_COUNTDOWN_MS": "200",
    "SHELF_LOW": "0",
    "SHELF_TARGET": "0",
}
"""Tests are quicker than people, and a process without Redis would fill its shelves meanwhile."""


def surroundings() -> dict[str, str]:
    """Where a server process finds what this one works with."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite:///{given['NAME']}"}
    who = f"{given['USER']}:{given['PASSWORD']}" if given["PASSWORD"] else given["USER"]
    if given["HOST"].startswith("/"):
        database = f"postgres://{who}@/{given['NAME']}?host={given['HOST']}"
    else:
        database = f"postgres://{who}@{given['HOST'] or '127.0.0.1'}:{given['PORT'] or 5432}/{given['NAME']}"
    return {"DATABASE_URL": database, "REDIS_URL": settings.REDIS_URL}
