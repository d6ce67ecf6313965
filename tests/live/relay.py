"""Two Redis servers and what is between them: hints from one process to another get lost, come twice, or late.

Each serving process has a Redis of its own, so that all it hears of the other goes through the relay.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

from klondike_service import servers
from tests.service.process import free_port

CHANNEL = "klondike:hints"

Delays = Callable[[], list[float]]
"""For each hint: in how many seconds it arrives. It is lost where there is no number, doubled where there are two."""


@asynccontextmanager
async def relayed(folder: Path, delays: Delays) -> AsyncIterator[tuple[list[str], list[bytes]]]:
    """The addresses of the two, and the hints that have come to the relay so far."""
    with ExitStack() as running:
        urls = [
            await asyncio.to_thread(running.enter_context, servers.redis(folder / side, 0, port=free_port()))
            for side in ("left", "right")
        ]
        left, right = (Redis.from_url(url) for url in urls)
        came: list[bytes] = []
        passing = [asyncio.create_task(_pass(*way, delays, came)) for way in ((left, right), (right, left))]
        try:
            yield urls, came
        finally:
            for task in passing:
                task.cancel()
            await asyncio.gather(*passing, return_exceptions=True)
            await left.aclose()
            await right.aclose()


async def _pass(here: Redis, there: Redis, delays: Delays, came: list[bytes]) -> None:
    async with here.pubsub(ignore_subscribe_messages=True) as channel, asyncio.TaskGroup() as under_way:
        await channel.subscribe(CHANNEL)
        async for message in channel.listen():
            hint = message["data"]
            if hint in came:  # from the other side: it was passed on here
                continue
            came.append(hint)
            for delay_s in delays():
                under_way.create_task(_arrive(there, hint, delay_s))


async def _arrive(there: Redis, hint: bytes, delay_s: float) -> None:
    await asyncio.sleep(delay_s)
    await there.publish(CHANNEL, hint)
