"""Connections that break at any point, hundreds of times: the log and the client end as if none ever had."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.bot import Bot, log_of
from tests.live.lines import wandering
from tests.live.players import in_thread, new_guest
from tests.races import field

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_game_cut_a_hundred_times_has_the_log_of_one_that_never_was(
    places: list[str],
) -> None:
    bots = []
    for seed in range(3):
        guest = await in_thread(new_guest)
        game = await in_thread(guest.begins, number="8")
        bots.append(Bot(guest.token, f"game:{game.public_id}", wandering(200, seed), seed, ahead=1 + 3 * seed))
    await asyncio.gather(*(bot.plays(*places, cut=0.25) for bot in bots))
    assert sum(bot.cuts for bot in bots) > 100
    for bot in bots:
        assert bot.moves == bot.line
        assert await log_of(bot.topic) == bot.line


async def test_both_players_of_a_race_are_cut_as_often_and_neither_loses_a_move(places: list[str]) -> None:
    guests = [await in_thread(new_guest) for _ in range(2)]
    race = await in_thread(field.running, *[guest.player for guest in guests])
    bots = []
    for seed, guest in enumerate(guests):
        game = await in_thread(field.game_of, race, guest.player)
        bots.append(Bot(guest.token, f"game:{game.public_id}", wandering(220, 7 + seed), seed))
        bots[-1].resume = {race.topic: race.seq}
    await asyncio.gather(*(bot.plays(*places, cut=0.2) for bot in bots))
    assert sum(bot.cuts for bot in bots) > 60
    for bot in bots:
        assert bot.moves == bot.line
        assert await log_of(bot.topic) == bot.line
