"""Several processes behind one port."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from games.messages import Finished, Forfeit, Moved, Progress
from tests.live.players import Client, Guest, at, begin_race, in_thread, new_guest
from tests.live.surroundings import GENEROUS, surroundings
from tests.races import field
from tests.service.process import children, until
from tests.service.server import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    own_server = Server(tmp_path, **surroundings(), **GENEROUS)
    own_server.processes = 2
    own_server.start()
    yield own_server
    own_server.kill()


def nobody_listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) != 0


@contextmanager
def halted(process: int) -> Iterator[None]:
    """It takes no connection meanwhile, so that whoever comes is another's."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@asynccontextmanager
async def at_other_than(process: int, server: str, guest: Guest) -> AsyncIterator[Client]:
    with halted(process):
        entered = at(server, guest)
        client = await entered.__aenter__()
    try:
        yield client
    finally:
        await entered.__aexit__(None, None, None)


async def test_a_race_between_two_processes_behind_one_port_outlives_either(own_server: Server) -> None:
    assert own_server.process is not None
    serving, server = own_server.process.pid, own_server.address
    until(lambda: len(children(serving)) == 2)
    await asyncio.sleep(6)  # past what counts as failing at the start
    first, second = children(serving)
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(field.seated, ann.player, bob.player)
    async with at_other_than(first, server, bob) as other:
        async with at_other_than(second, server, ann) as one:
            games = await begin_race(race.topic, one, other)
            assert isinstance(await one.moves(games[one], 1, "draw"), Moved)
            assert (await other.hears(Progress, player=ann.player.public_id)).moves == 1
            os.kill(first, signal.SIGKILL)
            assert isinstance(await other.moves(games[other], 1, "draw"), Moved)
        async with at(server, ann) as again:
            seen = await again.watches(race.topic)
            assert seen.game is not None
            assert (seen.game["version"], seen.game["moves"]) == (2, 1)
            assert isinstance(await again.moves(games[one], 2, "draw"), Moved)
            assert (await other.hears(Progress, player=ann.player.public_id, moves=2)).moves == 2
            await again.send(Forfeit(race.topic, "enough"))
            for client in (again, other):
                assert (await client.hears(Finished)).reason == "last_left"
    until(lambda: len(children(serving)) == 2 and first not in children(serving))
    assert second in children(serving)
    assert (await asyncio.to_thread(urlopen, f"{own_server.address}/readyz")).status == 200
    assert "ended with code -9" in own_server.log
    assert own_server.terminate() == 0
    assert "Traceback" not in own_server.log


async def test_they_end_with_the_process_that_keeps_them(own_server: Server) -> None:
    assert own_server.process is not None
    keeper = own_server.process.pid
    until(lambda: len(children(keeper)) == 2)
    own_server.kill()
    until(lambda: nobody_listens(own_server.port))
    own_server.start()
