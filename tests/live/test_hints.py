"""Hints between processes that get lost, come twice, late or in disorder: nobody at a socket can tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from games.messages import Countdown, Finished, Forfeit, Moved, Progress, Rematch, RematchOpened, Started
from tests.live.players import Client, at, begin_race, in_thread, new_guest
from tests.live.relay import relayed
from tests.live.surroundings import GENEROUS, surroundings
from tests.races import field
from tests.service.server import Server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]

FAULTS: dict[str, Callable[[Random], list[float]]] = {
    "lost": lambda chance: [],
    "now and then lost": lambda chance: [0.0] * chance.choice([0, 1]),
    "doubled": lambda chance: [0.0, 0.0, 0.2],
    "late and in disorder": lambda chance: [chance.random()],
}


def told_of(client: Client, topic: str) -> list[tuple[str, int]]:
    """What happened in a race, as its follower was told it: what and by which number, in that order."""
    kinds = (Countdown, Started, Finished, RematchOpened)
    return [(type(one).__name__, one.seq) for one in client.told if isinstance(one, kinds) and one.topic == topic]


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_race_is_the_same_whatever_happens_to_hints(tmp_path: Path, fault: str) -> None:
    chance = Random(fault)
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(field.seated, ann.player, bob.player)
    topic = race.topic
    async with relayed(tmp_path, lambda: FAULTS[fault](chance)) as (urls, came):
        servers = [Server(tmp_path, **{**surroundings(), **GENEROUS, "REDIS_URL": url}) for url in urls]
        try:
            for server in servers:
                await asyncio.to_thread(server.start)
            left, right = [server.address for server in servers]
            async with at(left, ann) as one, at(right, bob) as other, at(right, bob) as tablet:
                games = await begin_race(topic, one, other)
                await tablet.watches(games[other])
                for number in range(1, 21):
                    for client in (one, other):
                        assert isinstance(await client.moves(games[client], number, "draw"), Moved)
                await other.hears(Progress, player=ann.player.public_id, moves=20)
                await one.hears(Progress, player=bob.player.public_id, moves=20)
                await tablet.hears(Moved, seq=21)
                await one.send(Forfeit(topic, "enough"))
                ends = [await client.hears(Finished) for client in (one, other)]
                assert ends[0].players == ends[1].players
                await other.send(Rematch(topic, "again"))
                for client in (one, other):
                    await client.hears(RematchOpened)
                for client in (one, other):
                    assert told_of(client, topic) == [
                        ("Countdown", 6),
                        ("Started", 7),
                        ("Finished", 9),
                        ("RematchOpened", 10),
                    ]
                    progress = [message.moves for message in client.told if isinstance(message, Progress)]
                    assert progress == sorted(progress)
                seen = [message.seq for message in tablet.told if isinstance(message, Moved)]
                assert seen == list(range(2, 22))
        finally:
            for server in servers:
                server.kill()
    assert came
