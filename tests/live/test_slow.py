"""A client that doesn't read is cut off, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.messages import Moved
from tests.live.players import at, in_thread, new_guest
from tests.live.surroundings import GENEROUS, surroundings
from tests.service.server import Server

pytestmark = pytest.mark.django_db(transaction=True)

GREETING = (
    "GET /ws/v1/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def masked(text: str) -> bytes:
    """A text frame as clients send it; the mask is nought."""
    data = text.encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return b"\x81" + length + bytes(4) + data


@pytest.fixture(params=["on", "off"], ids=["short way", "plain"])
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    own_server = Server(tmp_path, **surroundings(), **GENEROUS, LIVE_FRAMES=request.param)
    own_server.start()
    yield own_server
    own_server.kill()


def stall(port: int, token: str) -> int:
    """Asks and asks and never reads; how many frames went before the server had enough."""
    with socket.socket() as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", port))
        stalled.settimeout(20)
        stalled.sendall(GREETING.encode())
        stalled.recv(4096)
        stalled.sendall(masked(json.dumps({"type": "hello", "token": token})))
        asking = masked('{"type":"undo","topic":"nowhere","id":"x","after":1}') * 200
        sent = 0
        until = time.monotonic() + 40
        try:
            while time.monotonic() < until:
                stalled.sendall(asking)
                sent += 200
        except OSError:
            return sent
    raise AssertionError(f"still served after {sent} frames")


async def test_a_stalled_reader_is_cut_off_and_the_others_play_on(own_server: Server) -> None:
    slow, quick = await in_thread(new_guest), await in_thread(new_guest)
    game = await in_thread(quick.begins)
    stalling = asyncio.create_task(asyncio.to_thread(stall, own_server.port, slow.token))
    async with at(own_server.address, quick) as client:
        for number in range(1, 20):
            assert isinstance(await client.moves(f"game:{game.public_id}", number, "draw"), Moved)
            await asyncio.sleep(0.05)
    assert await stalling > 0
    assert own_server.resident_kb() < 400_000
