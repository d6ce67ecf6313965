"""A race of two at their sockets, from the code to the rematch, whichever processes they are at."""

from __future__ import annotations

import asyncio

import pytest

from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.forfeit import forfeit
from games.actions.races.join import join
from games.actions.races.opening import Terms
from games.klondike.rules import RULESETS
from games.live.house import FLUSH_S
from games.messages import (
    Countdown,
    Done,
    Finished,
    Forfeit,
    Moved,
    Ping,
    Pong,
    Presence,
    Progress,
    Race,
    Ready,
    Refused,
    Rematch,
    RematchOpened,
    Started,
)
from tests.live.players import at, in_thread, new_guest
from tests.races.field import game_of, named, running

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_race_goes_from_its_code_to_a_rematch(places: list[str]) -> None:
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = (await in_thread(create, ann.player, Terms(RULESETS["turn-1"]), Command("r", 1))).race
    topic = race.topic
    async with at(places[0], ann) as one, at(places[1], bob) as other:
        snapshot = await one.watches(topic)
        assert snapshot.race is not None
        assert (snapshot.seq, snapshot.race["status"], snapshot.game) == (2, "open", None)
        await in_thread(join, bob.player, race.code)
        joined = await one.hears(Race, topic=topic)
        assert (joined.seq, joined.race["status"], len(joined.race["players"])) == (3, "ready", 2)
        await other.watches(topic)
        await one.send(Ready(topic, "ready"))
        assert (await one.hears(Done)).seq == 4
        await other.send(Ready(topic, "ready"))
        games = {}
        for client in (one, other):
            countdown = await client.hears(Countdown)
            assert countdown.seq == 6
            started = await client.hears(Started)
            assert started.seq == 7
            assert started.game is not None
            assert started.game["version"] == 1
            games[client] = f"game:{started.game['id']}"
        assert isinstance(await one.moves(games[one], 1, "draw"), Moved)
        progress = await other.hears(Progress)
        assert (progress.player, progress.moves, progress.home) == (ann.player.public_id, 1, 0)
        assert isinstance(await one.moves(games[one], 2, "draw"), Moved)  # its progress isn't told yet when all is over
        await other.send(Forfeit(topic, "enough"))
        for client in (one, other):
            over = await client.hears(Finished)
            assert over.reason == "last_left"
            assert over.reveal is not None
            assert {player["id"]: player["place"] for player in over.players} == {
                ann.player.public_id: 1,
                bob.player.public_id: 2,
            }
        await one.send(Rematch(topic, "again"))
        await other.send(Rematch(topic, "again"))
        opened = {(await client.hears(RematchOpened)).race for client in (one, other)}
        assert len(opened) == 1
        await asyncio.sleep(2 * FLUSH_S)
        for client in (one, other):
            await client.send(Ping())
            await client.hears(Pong)
            kinds = [type(message) for message in client.told]
            assert Progress not in kinds[kinds.index(Finished) :]


async def test_who_goes_away_is_seen_to_go_and_to_come_back(places: list[str]) -> None:
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = (await in_thread(create, ann.player, Terms(RULESETS["turn-1"]), Command("r", 1))).race
    await in_thread(join, bob.player, race.code)
    async with at(places[0], ann) as one:
        await one.watches(race.topic)
        async with at(places[1], bob) as other:
            await other.watches(race.topic)
            assert (await one.hears(Presence)).connected is True
        assert (await one.hears(Presence)).connected is False


async def test_who_follows_their_own_game_alone_is_there(places: list[str]) -> None:
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(running, ann.player, bob.player)
    game = await in_thread(game_of, race, bob.player)
    async with at(places[0], ann) as one:
        await one.watches(race.topic)
        async with at(places[1], bob, {f"game:{game.public_id}": 1}):
            assert (await one.hears(Presence)).connected is True
        assert (await one.hears(Presence)).connected is False


async def test_a_move_that_comes_after_the_end_is_told_that_the_race_is_over(places: list[str]) -> None:
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(running, ann.player, bob.player)
    topic = f"game:{(await in_thread(game_of, race, ann.player)).public_id}"
    async with at(places[0], ann) as one:
        await one.watches(topic)
        assert isinstance(await one.moves(topic, 1, "draw"), Moved)
        await in_thread(forfeit, bob.player, race.public_id, named())
        assert (await one.hears(Moved)).status == "lost"
        for after, missed in ((2, ["end"]), (3, [])):
            refused = await one.moves(topic, after, "draw")
            assert isinstance(refused, Refused)
            assert refused.problem["code"] == "race_over"
            assert [event["type"] for event in refused.problem["events"]] == missed
