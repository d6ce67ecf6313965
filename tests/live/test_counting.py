"""A player's sockets are counted over all processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from accounts.problems import TooMany
from games.client.connection import connected
from games.client.http import RefusedError
from games.live import counting
from games.live.counting import Held
from tests.live.players import at, in_thread, new_guest
from tests.live.surroundings import surroundings
from tests.service.process import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[str]]:
    with ExitStack() as running:
        started = [running.enter_context(serving(tmp_path, LIMIT_SOCKETS="4", **surroundings())) for _ in range(2)]
        yield [address for _, address in started]


async def test_the_limit_holds_over_two_processes_and_one_that_closes_makes_room(pair: list[str]) -> None:
    guest, other = await in_thread(new_guest), await in_thread(new_guest)
    opened = [connected(pair[number % 2], guest.token) for number in range(4)]
    for one in opened:
        await one.__aenter__()
    for server in pair:
        with pytest.raises(RefusedError) as refused:
            async with connected(server, guest.token):
                pass
        assert refused.value.problem["code"] == "too_many"
    async with at(pair[0], other):
        pass
    await opened.pop().__aexit__(None, None, None)
    await asyncio.sleep(0.5)
    async with at(pair[0], guest):
        for one in opened:
            await one.__aexit__(None, None, None)


def test_what_a_dead_process_held_counts_no_more_after_a_while(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000
    monkeypatch.setattr("games.live.counting.now_ms", lambda: now)
    settings.LIMIT_SOCKETS = 2
    player = "lease-of-sockets"
    counting.take(Held(player, "one"))
    counting.take(Held(player, "two"))
    with pytest.raises(TooMany):
        counting.take(Held(player, "three"))
    now += counting.LEASE_MS - 1
    counting.prolong([Held(player, "two")])
    now += 2
    counting.take(Held(player, "three"))
    with pytest.raises(TooMany):
        counting.take(Held(player, "four"))
    counting.give_back([Held(player, "two"), Held(player, "three")])
    counting.take(Held(player, "four"))
