"""The short way for frames does what the library does, however bytes arrive."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from games.client.connection import PATH
from games.live import frames
from tests.live.players import Guest, in_thread, new_guest
from tests.live.surroundings import GENEROUS, surroundings
from tests.live.test_slow import GREETING
from tests.service.server import Server

pytestmark = pytest.mark.django_db(transaction=True)

PING = json.dumps({"type": "ping"}).encode()


def built(opcode: int, data: bytes, *, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    mask = b"\x81\x85\x07\xfe"  # looks like the beginning of a frame itself
    bit = 0x80 if masked else 0
    size = len(data)
    if size < 126:
        length = bytes([bit | size])
    elif size < 65_536:
        length = bytes([bit | 126]) + struct.pack("!H", size)
    else:
        length = bytes([bit | 127]) + struct.pack("!Q", size)
    head = bytes([(0x80 if fin else 0) | reserved | opcode]) + length
    return head + (mask + bytes(byte ^ mask[at & 3] for at, byte in enumerate(data)) if masked else data)


class Wire:
    """A socket below the library: what goes out is chosen byte by byte, what comes is parted into frames."""

    def __init__(self, server: str, guest: Guest) -> None:
        self.socket = socket.create_connection(("127.0.0.1", int(server.rpartition(":")[2])))
        self.socket.settimeout(10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(GREETING.encode())
        self._read = b""
        while b"\r\n\r\n" not in self._read:
            self._read += self.socket.recv(4096)
        self._read = self._read.partition(b"\r\n\r\n")[2]
        self.sends(built(1, json.dumps({"type": "hello", "token": guest.token}).encode()))
        assert self.hears()[0] == 1

    def sends(self, data: bytes) -> None:
        self.socket.sendall(data)

    def hears(self) -> tuple[int, bytes]:
        """The next frame's opcode and data."""
        head = self._take(2)
        size = head[1]
        if size == 126:
            (size,) = struct.unpack("!H", self._take(2))
        return head[0] & 0x0F, self._take(size)

    def closed_with(self) -> int:
        while True:
            opcode, data = self.hears()
            if opcode == 8:
                (code,) = struct.unpack("!H", data[:2])
                return int(code)

    def _take(self, size: int) -> bytes:
        while len(self._read) < size:
            data = self.socket.recv(65_536)
            assert data, "closed without a word"
            self._read += data
        taken, self._read = self._read[:size], self._read[size:]
        return taken


@pytest.fixture
def wire(server: str) -> Iterator[Wire]:
    wire = Wire(server, new_guest())
    yield wire
    wire.socket.close()


def pongs(wire: Wire, count: int) -> None:
    for _ in range(count):
        opcode, data = wire.hears()
        assert (opcode, json.loads(data)["type"]) == (1, "pong")


@pytest.fixture(params=["on", "off"], ids=["short way", "plain"])
def often(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Pings each second."""
    often = Server(tmp_path, **surroundings(), **GENEROUS, LIVE_FRAMES=request.param, LIVE_PING_S="1")
    often.start()
    yield often
    often.kill()


def test_who_answers_pings_stays_and_who_does_not_is_closed(often: Server) -> None:
    lively, dead = (Wire(often.address, new_guest()) for _ in range(2))
    for _ in range(4):
        opcode, payload = lively.hears()
        assert opcode == 9
        lively.sends(built(10, payload))
    assert dead.closed_with() == 1011
    lively.sends(built(1, PING))
    assert lively.hears()[0] in (1, 9)


def test_the_libraries_are_the_ones_it_is_tested_with() -> None:
    assert frames.fits()


def test_frames_arrive_byte_by_byte(wire: Wire) -> None:
    for byte in built(1, PING) + built(1, PING + b" " * 200) + built(1, PING):
        wire.sends(bytes([byte]))
    pongs(wire, 3)


@pytest.mark.parametrize("cut", range(1, 24))
def test_a_frame_is_split_anywhere(wire: Wire, cut: int) -> None:
    frame = built(1, PING)
    wire.sends(frame[:cut])
    wire.sends(frame[cut:] + frame[:cut])
    wire.sends(frame[cut:])
    pongs(wire, 2)


def test_many_frames_arrive_at_once(wire: Wire) -> None:
    wire.sends(built(1, PING) * 3 + built(1, PING + b" " * 300) + built(1, PING) * 2)
    pongs(wire, 6)


def test_a_message_comes_in_fragments_with_a_ping_between(wire: Wire) -> None:
    wire.sends(built(1, PING[:5], fin=False) + built(9, b"there?") + built(0, PING[5:]) + built(1, PING))
    assert wire.hears() == (10, b"there?")
    pongs(wire, 2)


def test_a_new_message_inside_a_fragmented_one_is_an_error(wire: Wire) -> None:
    wire.sends(built(1, PING[:5], fin=False) + built(1, PING))
    assert wire.closed_with() == 1002


@pytest.mark.parametrize("bad", [built(1, PING, masked=False), built(1, PING, reserved=0x40), built(3, PING)])
def test_a_bad_frame_is_closed_with_1002(wire: Wire, bad: bytes) -> None:
    wire.sends(built(1, PING) + bad)
    pongs(wire, 1)
    assert wire.closed_with() == 1002


def test_a_frame_of_70_kb_is_closed_with_1009(wire: Wire) -> None:
    wire.sends(built(1, PING + b" " * 70_000))
    assert wire.closed_with() == 1009


def test_a_frame_of_60_kb_is_read(wire: Wire) -> None:
    wire.sends(built(1, PING + b" " * 60_000))
    pongs(wire, 1)


def test_bytes_and_broken_utf_8_are_no_messages(wire: Wire) -> None:
    wire.sends(built(1, b'{"type":"\xff\xfe"}'))
    assert wire.closed_with() == 4400


def test_a_binary_frame_is_closed_with_4400(wire: Wire) -> None:
    wire.sends(built(2, PING))
    assert wire.closed_with() == 4400


def test_the_clients_close_code_is_answered_with_the_same(wire: Wire) -> None:
    wire.sends(built(1, PING) + built(8, struct.pack("!H", 4100) + b"enough"))
    pongs(wire, 1)
    assert wire.closed_with() == 4100


async def test_a_client_that_offers_compression_is_served_without(server: str) -> None:
    guest = await in_thread(new_guest)
    async with connect(server.replace("http", "ws", 1) + PATH, compression="deflate") as client:
        assert client.protocol.extensions == []
        await client.send(json.dumps({"type": "hello", "token": guest.token}))
        assert json.loads(await asyncio.wait_for(client.recv(), 10))["type"] == "welcome"
