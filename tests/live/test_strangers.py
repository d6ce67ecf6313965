"""Who follows a race sees it as long as they may, and no longer."""

from __future__ import annotations

import pytest

from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.join import join
from games.actions.races.opening import Terms
from games.klondike.rules import RULESETS
from games.messages import Done, Finished, Forfeit, Leave, Ping, Pong, Ready, Refused, Snapshot, Started, Unwatch, Watch
from games.models.race import Spectators, Visibility
from tests.live.players import at, in_thread, new_guest

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_race_without_spectators_is_told_to_its_players_alone(server: str) -> None:
    ann, bob, eve, left = [await in_thread(new_guest) for _ in range(4)]
    terms = Terms(RULESETS["turn-1"], visibility=Visibility.OPEN, spectators=Spectators.NONE)
    race = (await in_thread(create, ann.player, terms, Command("r", 1))).race
    topic = race.topic
    async with at(server, ann) as one, at(server, bob) as two, at(server, eve) as stranger, at(server, left) as leaver:
        await one.watches(topic)
        await stranger.watches(topic)
        await in_thread(join, left.player, race.code)
        await leaver.watches(topic)
        await leaver.send(Leave(topic, "leave"))
        await leaver.hears(Done)
        await in_thread(join, bob.player, race.code)
        await two.watches(topic)
        for client in (one, two):
            await client.send(Ready(topic, "ready"))
        for client in (one, two):
            await client.moves(await client.starts(topic), 1, "draw")
        await one.send(Forfeit(topic, "enough"))
        for client in (one, two):
            await client.hears(Finished)
        for client in (stranger, leaver):
            assert (await client.hears(Refused, topic=topic)).problem["code"] == "not_found"
            await client.send(Ping())
            await client.hears(Pong)
            assert [told for told in client.told if isinstance(told, Started | Finished)] == []
            assert isinstance(client.told[-2], Refused)


async def test_each_of_two_visits_at_once_is_answered_though_the_first_was_broken_off(server: str) -> None:
    ann, eve = await in_thread(new_guest), await in_thread(new_guest)
    terms = Terms(RULESETS["turn-1"], spectators=Spectators.CODE)
    race = (await in_thread(create, ann.player, terms, Command("r", 1))).race
    topic = race.topic
    async with at(server, ann) as host, at(server, eve) as client:
        await host.watches(topic)  # the room stays
        for _ in range(5):
            await client.send(Watch(topic), Unwatch(topic), Watch(topic, race.code))
            assert (await client.hears(Snapshot, topic=topic)).seq == 2
            await client.send(Unwatch(topic))
