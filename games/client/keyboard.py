"""Lines as they are typed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from threading import Thread


async def typed() -> AsyncIterator[str]:
    """Line by line, to the end of the input. The program may end while nobody types."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        # Without a buffer: its lock would be held while one waits, and wanted when the program ends.
        with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as keyboard:
            for line in keyboard:
                loop.call_soon_threadsafe(lines.put_nowait, line.decode(errors="replace"))
        loop.call_soon_threadsafe(lines.put_nowait, None)

    Thread(target=read, name="keyboard", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line
