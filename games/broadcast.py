"""What leaves after a commit: hints that a topic has moved on, never its contents.

A topic is `game:<id>`, `race:<id>` or `player:<id>`. A hint may be lost or doubled without harm: whoever waits reads
the log, and looks by itself now and then.
"""

from __future__ import annotations

import asyncio
import contextlib

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer

_LOOK_ANYWAY_S = 5.0


def moved(topic: str) -> None:
    """Tells those who wait for a topic that there is something new. Call it after the commit."""
    async_to_sync(_layer().group_send)(group(topic), {"type": "moved", "topic": topic})


async def moves(topic: str, wait_s: float) -> None:
    """Returns when there may be something new, or after `wait_s` seconds."""
    layer = _layer()
    channel = await layer.new_channel()
    await layer.group_add(group(topic), channel)
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(layer.receive(channel), min(wait_s, _LOOK_ANYWAY_S))
    finally:
        await layer.group_discard(group(topic), channel)


def game_moved(public_id: str) -> None:
    """Tells those who wait for a game that its log has grown. Call it after the commit."""
    moved(f"game:{public_id}")


async def game_moves(public_id: str, wait_s: float) -> None:
    """Returns when the game's log may have grown, or after `wait_s` seconds."""
    await moves(f"game:{public_id}", wait_s)


def group(topic: str) -> str:
    """The channel layer's name for a topic, which may have no colon."""
    return topic.replace(":", ".")


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None, "CHANNEL_LAYERS has a default"
    return layer
