"""Appending from an event loop, batch after batch over one connection, without blocking the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from typing import Any, Protocol

from django.db import connection
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation

from games.journal import postgresql, sqlite
from games.journal.binary import COPY, copied
from games.journal.entry import Entry
from games.models import GameEvent


class Stream(Protocol):
    """One writer at a time; it connects when there is something to write."""

    async def append(self, entries: Sequence[Entry]) -> frozenset[int]:
        """As `games.journal.append`. Raises what the database raises; then it may have written all or nothing."""
        ...

    async def close(self) -> None: ...


def stream() -> Stream:
    """Of the database that this process works with."""
    return PostgresqlStream() if connection.vendor == "postgresql" else SqliteStream()


class PostgresqlStream:
    """A batch is one COPY, which is a transaction of its own: one trip to the server, one commit."""

    def __init__(self) -> None:
        wanted = {"dbname", "user", "password", "host", "port", "options", "sslmode", "sslrootcert"}
        given = connection.get_connection_params()
        self._parameters: dict[str, Any] = {name: value for name, value in given.items() if name in wanted}
        self._connection: AsyncConnection[Any] | None = None

    async def append(self, entries: Sequence[Entry]) -> frozenset[int]:
        left = sorted(entries, key=attrgetter("game"))  # two writers with the same games can't deadlock
        lost: frozenset[int] = frozenset()
        while left:
            connection = await self._connected()
            try:
                async with connection.cursor() as cursor, cursor.copy(COPY) as copy:
                    await copy.write(copied(left))
            except UniqueViolation as error:
                if error.diag.table_name != GameEvent._meta.db_table:
                    raise
                # COPY fails as a whole. Whoever was first has committed by now: the log names the games that are lost.
                taken = await self._taken(connection, left)
                if not taken:
                    raise
                lost |= taken
                left = [entry for entry in left if entry.game not in taken]
            else:
                break
        return lost

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _connected(self) -> AsyncConnection[Any]:
        if self._connection is None or self._connection.closed:
            opened = await AsyncConnection.connect(**self._parameters, autocommit=True, connect_timeout=5)
            cursor = await opened.execute(postgresql.HOW_DURABLE, [list(postgresql.DURABLE)])
            postgresql.demand_durable(dict(await cursor.fetchall()))
            self._connection = opened
        return self._connection

    async def _taken(self, connection: AsyncConnection[Any], entries: Sequence[Entry]) -> frozenset[int]:
        games, firsts = [entry.game for entry in entries], [entry.events[0].number for entry in entries]
        cursor = await connection.execute(postgresql.TAKEN, (games, firsts))
        return frozenset([game for (game,) in await cursor.fetchall()])


class SqliteStream:
    """A thread of its own, with the connection that Django keeps for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")

    async def append(self, entries: Sequence[Entry]) -> frozenset[int]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._append, sorted(entries, key=attrgetter("game")))

    def _append(self, entries: Sequence[Entry]) -> frozenset[int]:
        return sqlite.append(connection, entries)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)

    def _close(self) -> None:
        connection.close()  # looked up in this thread: it is this thread's
