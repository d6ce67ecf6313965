"""The house of this process."""

from __future__ import annotations

import asyncio

from games.live.house import House

_houses: dict[asyncio.AbstractEventLoop, House] = {}


def house() -> House:
    """That of the running loop, opened when it is first asked for."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        _houses[loop] = House()
    return _houses[loop]


async def drain() -> None:
    """Before the loop ends: says goodbye to all who are connected, and writes what is left to write."""
    opened = _houses.get(asyncio.get_running_loop())
    if opened is not None:
        await opened.drain()
