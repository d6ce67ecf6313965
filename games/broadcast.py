"""What leaves after a commit: hints that a topic has moved on, never its contents.

A hint may be lost or doubled without harm: whoever waits reads the log, and looks by itself now and then.
"""

from __future__ import annotations

import asyncio
import contextlib

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer

_LOOK_ANYWAY_S = 5.0


def game_moved(public_id: str) -> None:
    """Tells those who wait for a game that its log has grown. Call it after the commit."""
    async_to_sync(_layer().group_send)(_group(public_id), {"type": "moved"})


async def game_moves(public_id: str, wait_s: float) -> None:
    """Returns when the game's log may have grown, or after `wait_s` seconds."""
    layer = _layer()
    channel = await layer.new_channel()
    await layer.group_add(_group(public_id), channel)
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(layer.receive(channel), min(wait_s, _LOOK_ANYWAY_S))
    finally:
        await layer.group_discard(_group(public_id), channel)


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None, "CHANNEL_LAYERS has a default"
    return layer


def _group(public_id: str) -> str:
    return f"game.{public_id}"
