"""Group commit: all that was handed in while the last commit ran goes into the next one."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from django.db import InterfaceError, OperationalError
from psycopg import InterfaceError as NoConnection
from psycopg import OperationalError as LostConnection

from accounts.problems import Busy
from games.journal import Entry
from games.journal.stream import Stream

BATCH = 512
QUEUE = 20_000
"""More than so many games waiting at once are told that the service is busy."""

_AWAY = (InterfaceError, OperationalError, NoConnection, LostConnection, OSError)
_log = logging.getLogger(__name__)


class Draft(Protocol):
    """What waits to be written: one command of a game, of which there is one at a time. One of the three is called, and
    `failed` where one of the others raised."""

    entry: Entry

    def committed(self) -> None:
        """It is on disk."""
        ...

    def lost(self) -> None:
        """Another writer was first; nothing of it was written."""
        ...

    def failed(self) -> None:
        """Whether it was written isn't known, or not to the client."""
        ...


class Writer:
    """One for the process. `run` is its loop, `drain` waits until nothing is left to write."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._queue: deque[Draft] = deque()
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()

    def put(self, draft: Draft) -> None:
        """Raises `Busy` where too much waits already."""
        if len(self._queue) >= QUEUE:
            raise Busy()
        self._queue.append(draft)
        if not self._wake.is_set():
            self._wake.set()
            self._idle.clear()

    async def drain(self) -> None:
        await self._idle.wait()

    async def run(self) -> None:
        queue = self._queue
        while True:
            if not queue:
                self._wake.clear()
                self._idle.set()
                await self._wake.wait()
            await self._write([queue.popleft() for _ in range(min(BATCH, len(queue)))])

    async def _write(self, batch: Sequence[Draft]) -> None:
        try:
            lost = await self._stream.append([draft.entry for draft in batch])
        except _AWAY as away:
            _log.warning("%d commands wait for the database: %s", len(batch), away)
            await self._stream.close()
            for draft in batch:
                draft.failed()
        except Exception as error:
            if len(batch) > 1:  # one of them is at fault, and the others need not be
                half = len(batch) // 2
                await self._write(batch[:half])
                await self._write(batch[half:])
            else:
                _log.error("a command could not be written", exc_info=error)
                batch[0].failed()
        else:
            for draft in batch:
                _tell(draft, lost)


def _tell(draft: Draft, lost: frozenset[int]) -> None:
    """What goes wrong with one game's answer is no other game's concern."""
    try:
        if draft.entry.game in lost:
            draft.lost()
        else:
            draft.committed()
    except Exception as error:
        _log.error("a command was written and could not be answered", exc_info=error)
        draft.failed()
