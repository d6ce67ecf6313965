"""A database that is killed while many play: they hear that the service is busy, and lose nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from games.client.http import Api
from tests.games.cluster import private_cluster
from tests.live.bot import Bot
from tests.live.lines import wandering
from tests.live.surroundings import GENEROUS
from tests.service.server import Server

pytestmark = pytest.mark.full


def moves_on_disk(api: Api, game: str) -> list[str]:
    events = api.get(f"games/{game}/replay")["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    return [event["move"] for event in events if event["type"] == "move"]


async def test_a_database_killed_and_started_again_has_every_acknowledged_move(tmp_path: Path) -> None:
    with private_cluster() as cluster:
        cluster.start()
        server = Server(tmp_path, DATABASE_URL=cluster.url, LIMIT_GUESTS_PER_HOUR="1000", **GENEROUS)
        server.manage("migrate", "--verbosity", "0")
        server.start()
        try:
            bots = []
            apis = []
            for seed in range(4):
                api = await asyncio.to_thread(Api, server.address)
                game = await asyncio.to_thread(api.new_game, "turn-1", kind="number", number="8")
                assert api.token is not None
                apis.append(api)
                bots.append(Bot(api.token, f"game:{game['id']}", wandering(500, seed), seed))
            playing = asyncio.gather(*(bot.plays(server.address) for bot in bots))
            for _ in range(2):
                goal = [len(bot.moves) + 30 for bot in bots]
                while not all(len(bot.moves) > count for bot, count in zip(bots, goal, strict=True)):
                    assert not playing.done()
                    await asyncio.sleep(0.02)
                await asyncio.to_thread(cluster.kill)
                await asyncio.sleep(0.5)
                await asyncio.to_thread(cluster.start)
            await playing
            assert sum(bot.busy for bot in bots) > 0
            for api, bot in zip(apis, bots, strict=True):
                assert bot.moves == bot.line
                assert await asyncio.to_thread(moves_on_disk, api, bot.topic.removeprefix("game:")) == bot.line
        finally:
            server.kill()
