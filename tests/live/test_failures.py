"""Processes and servers that die in the middle of a race: nothing acknowledged is lost, and the race goes on."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from django.conf import settings

from games.models import Game, Race
from klondike_service.servers import answers_redis, redis_program
from tests.live.bot import Bot, log_of
from tests.live.lines import wandering
from tests.live.players import in_thread, new_guest
from tests.live.surroundings import GENEROUS, surroundings
from tests.races import field
from tests.service.process import free_port
from tests.service.server import Server

pytestmark = pytest.mark.django_db(transaction=True)


async def racing(length: int) -> tuple[Race, list[Bot]]:
    """A race that has just started, and who plays it."""
    guests = [await in_thread(new_guest) for _ in range(2)]
    race = await in_thread(field.running, *[guest.player for guest in guests])
    bots = []
    for seed, guest in enumerate(guests):
        game: Game = await in_thread(field.game_of, race, guest.player)
        bots.append(Bot(guest.token, f"game:{game.public_id}", wandering(length, seed), seed))
        bots[-1].resume = {race.topic: race.seq}
    return race, bots


async def while_playing(bots: list[Bot], *addresses: str, do: Callable[[], Awaitable[None]]) -> None:
    """Does something terrible once everybody has made a few moves, and lets them play on to the end."""
    playing = asyncio.gather(*(bot.plays(*addresses) for bot in bots))
    while not all(len(bot.moves) > 20 for bot in bots):
        assert not playing.done()
        await asyncio.sleep(0.01)
    await do()
    await playing


async def assert_nothing_is_lost(bots: list[Bot]) -> None:
    for bot in bots:
        assert bot.moves == bot.line
        assert await log_of(bot.topic) == bot.line


async def test_a_killed_process_loses_no_acknowledged_move_and_its_race_goes_on(own_server: Server) -> None:
    race, bots = await racing(800)
    acknowledged: dict[str, list[str]] = {}

    async def kill() -> None:
        await asyncio.to_thread(own_server.kill)
        acknowledged.update({bot.topic: list(bot.moves) for bot in bots})
        for bot in bots:
            assert (await log_of(bot.topic))[: len(bot.moves)] == bot.moves
        await asyncio.to_thread(own_server.start)

    await while_playing(bots, own_server.address, do=kill)
    await assert_nothing_is_lost(bots)
    assert all(0 < len(moves) < 800 for moves in acknowledged.values())
    later = await in_thread(Race.objects.get, pk=race.pk)
    assert (later.status, later.ends_at) == ("running", race.ends_at)


async def test_a_process_told_to_stop_says_when_to_come_back_and_closes_with_1012(own_server: Server) -> None:
    from websockets.exceptions import ConnectionClosed

    from games.client.connection import connected
    from games.messages import Bye

    guest = await in_thread(new_guest)
    async with connected(own_server.address, guest.token) as connection:
        stopping = asyncio.create_task(asyncio.to_thread(own_server.terminate))
        bye = await connection.receive()
        assert isinstance(bye, Bye)
        assert bye.reason == "restart"
        assert 500 <= bye.retry_in_ms <= 5_000
        with pytest.raises(ConnectionClosed) as closed:
            await connection.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert await stopping == 0


@pytest.mark.full
async def test_a_race_goes_on_without_redis_and_after_it(tmp_path: Path) -> None:
    port = free_port()
    command = [redis_program(), *f"--bind 127.0.0.1 --port {port} --dir".split(), str(tmp_path)]
    url = f"redis://127.0.0.1:{port}/0"

    def start_redis() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while not answers_redis(url):
            assert process.poll() is None
        return process

    redis = await asyncio.to_thread(start_redis)
    servers = [Server(tmp_path, **{**surroundings(), **GENEROUS, "REDIS_URL": url}) for _ in range(2)]
    try:
        for one in servers:
            await asyncio.to_thread(one.start)
        _, bots = await racing(300)

        async def restart() -> None:
            nonlocal redis
            redis.send_signal(signal.SIGKILL)
            await asyncio.to_thread(redis.wait)
            await asyncio.sleep(1)
            redis = await asyncio.to_thread(start_redis)

        await while_playing(bots, *[one.address for one in servers], do=restart)
        await assert_nothing_is_lost(bots)
    finally:
        for one in servers:
            one.kill()
        redis.kill()
        redis.wait()
    assert url != settings.REDIS_URL
