"""What has to wait for the database is done in threads of our own, so that no game waits for another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

import psycopg
from django.conf import settings
from django.db import DatabaseError, close_old_connections

AWAY = (DatabaseError, psycopg.Error)
"""What jobs raise while the database, or the pool of connections to it, doesn't answer."""

P = ParamSpec("P")
T = TypeVar("T")


async def run(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a job, or what it raises; its connection goes back to the pool."""

    def work() -> T:
        try:
            return job(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_threads(), work)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(settings.LIVE_THREADS, thread_name_prefix="live")
