"""Ten thousand frames of every wrong kind: refusals, no effect, and no memory."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games.client.connection import PATH
from games.messages import Moved
from tests.live.bot import log_of
from tests.live.players import at, in_thread, new_guest
from tests.live.surroundings import GENEROUS, surroundings
from tests.service.server import Server

pytestmark = pytest.mark.django_db(transaction=True)

TYPES = [
    *("hello", "watch", "unwatch", "ping", "move", "moves", "undo", "redo", "auto", "finish", "pause", "resume"),
    *("concede", "ready", "leave", "forfeit", "claim", "rematch", "welcome", "moved", "", "nonsense"),
]
STRANGE: list[object] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**31,
    2**70,
    "",
    "x",
    "\0",
    "draw",
    "7-7",
    "é" * 40,
    "9" * 500,
    [],
    ["draw"],
    {},
]
FIELDS = "topic id after move moves pile count code ticket token resume legal more".split()
HARMLESS = {"welcome", "refused", "snapshot"}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A closed socket counts until Redis is told, a tenth of a second later or more. Here hundreds are closed in a
    second, but in all fewer than the limit by any one player: none may be told that it has too many."""
    own_server = Server(tmp_path, LIMIT_SOCKETS="1000", **surroundings(), **GENEROUS)
    own_server.start()
    yield own_server
    own_server.kill()


def frame(chance: Random, topics: list[str]) -> str | bytes:
    """Broken text, bytes, or an object whose fields are wrong, absent or too many."""
    whim = chance.random()
    if whim < 0.05:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
    if whim < 0.10:
        return "".join(chance.choice('{}[]",:\\ue0tfn') for _ in range(chance.randrange(60)))
    message: dict[str, object] = {"type": chance.choice(TYPES) if chance.random() < 0.97 else chance.choice(STRANGE)}
    for field in chance.sample(FIELDS, chance.randrange(6)):
        message[field] = chance.choice(topics) if field == "topic" and chance.random() < 0.7 else chance.choice(STRANGE)
    return json.dumps(message, ensure_ascii=chance.random() < 0.5)


async def sends(address: str, token: str, frames: int, chance: Random, topics: list[str]) -> Counter[str | int]:
    """Sends so many, one after another as they are answered, on one socket after another as they are closed: the first
    on each while the server still looks up who says hello. Counts what came by its type, and closes by their code."""
    came: Counter[str | int] = Counter()
    left = frames
    while left:
        async with connect(address.replace("http", "ws", 1) + PATH, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            try:
                while left:
                    left -= 1
                    await socket.send(frame(chance, topics))
                    await socket.send('{"type": "ping"}')
                    while (told := json.loads(await socket.recv()))["type"] != "pong":
                        came[told["type"]] += 1
                        if told["type"] == "refused":
                            assert told["problem"]["status"] < 500, told
            except ConnectionClosed as closed:
                came[closed.rcvd.code if closed.rcvd else 1006] += 1
    return came


async def test_ten_thousand_malformed_frames_change_nothing(own_server: Server) -> None:
    victim, *guests = [await in_thread(new_guest) for _ in range(5)]
    other, *games = [f"game:{(await in_thread(guest.begins)).public_id}" for guest in (victim, *guests)]

    async def send(frames: int, seed: int) -> Counter[str | int]:
        nowhere = ["race:nowhere", "lobby", "game:", "game:\0"]
        sent = [
            sends(own_server.address, guest.token, frames, Random(seed + at), [own, other, *nowhere])
            for at, (guest, own) in enumerate(zip(guests, games, strict=True))
        ]
        return sum(await asyncio.gather(*sent), Counter[str | int]())

    came = await send(1_000, 0)
    assert came.keys() - HARMLESS == {4400}
    assert came["refused"] > 2_000
    before = own_server.resident_kb()
    came = await send(1_500, 4)
    assert came.keys() - HARMLESS == {4400}
    assert came["refused"] > 3_000
    assert own_server.resident_kb() - before < 10_000
    assert "at fault" not in own_server.log
    assert "Traceback" not in own_server.log
    assert await log_of(other) == []
    async with at(own_server.address, victim) as client:
        assert isinstance(await client.moves(other, 1, "draw"), Moved)
