"""Every command is answered whatever its names are like, and a game that nobody asks for any more is let go."""

from __future__ import annotations

import asyncio

import pytest

from games.messages import (
    Auto,
    Claim,
    Concede,
    Finish,
    Forfeit,
    GameCommand,
    In,
    Leave,
    Move,
    Moved,
    Moves,
    OnRace,
    Pause,
    Ping,
    Pong,
    Ready,
    Redo,
    Refused,
    Rematch,
    Resume,
    Snapshot,
    Undo,
    Unwatch,
    Watch,
)
from games.models import Game, GameEvent
from tests.live.players import WAIT_S, Client, at, in_thread, new_guest
from tests.races.field import running
from tests.service.server import Server

pytestmark = pytest.mark.django_db(transaction=True)

NOBODYS = ["\0", "x\0", "\0" * 12, "", "é" * 12, "0" * 12, "1" * 11, "1" * 13, "1" * 12]


@pytest.fixture
def here(own_server: Server) -> str:
    return own_server.address


def on_game(topic: str, name: str) -> list[In]:
    made: list[In] = [
        Move(topic, name, 1, "draw"),
        Moves(topic, name, 1, ["draw"]),
        Undo(topic, name, 1),
        Redo(topic, name, 1),
        Auto(topic, name, 1, "w"),
        Finish(topic, name, 1),
        Pause(topic, name, 1),
        Resume(topic, name, 1),
        Concede(topic, name, 1),
    ]
    assert {type(one) for one in made} == set(GameCommand.__args__)
    return made


def on_race(topic: str, name: str) -> list[In]:
    made: list[In] = [kind(topic, name) for kind in (Ready, Leave, Forfeit, Claim, Rematch)]
    assert {type(one) for one in made} == set(OnRace.__args__)
    return made


async def refusal(client: Client, message: In) -> str:
    """The code with which it is refused; nothing else may come."""
    await client.send(message)
    async with asyncio.timeout(WAIT_S):
        told = await client.connection.receive()
    assert isinstance(told, Refused), told
    code: str = told.problem["code"]
    return code


async def test_a_topic_that_is_nobodys_is_not_found_whatever_it_is_like(own_server: Server, here: str) -> None:
    guest = await in_thread(new_guest)
    async with at(here, guest) as client:
        for name in NOBODYS:
            game, race = f"game:{name}", f"race:{name}"
            asked = [Watch(game), Watch(race), Watch(name or "?"), *on_game(game, "a"), *on_race(race, "a")]
            asked += [*on_game(race, "a"), *on_race(game, "a")]
            assert {await refusal(client, message) for message in asked} == {"not_found"}, name
        await client.send(Ping())
        await client.hears(Pong)
    assert [line for line in own_server.log.splitlines() if " WARNING " in line or " ERROR " in line] == []


async def test_a_command_whose_id_does_not_print_is_invalid(own_server: Server, here: str) -> None:
    guest = await in_thread(new_guest)
    topic = f"game:{(await in_thread(guest.begins)).public_id}"
    async with at(here, guest) as client:
        await client.watches(topic)
        for name in ("\0", "a\0", "\x7f", "\u2028"):
            asked = [*on_game(topic, name), *on_race("race:" + "1" * 12, name)]
            assert {await refusal(client, message) for message in asked} == {"invalid"}, name
        assert isinstance(await client.moves(topic, 1, "draw"), Moved)
    assert [line for line in own_server.log.splitlines() if " WARNING " in line or " ERROR " in line] == []


async def test_who_unwatches_before_the_game_is_read_is_told_no_more(here: str) -> None:
    guest = await in_thread(new_guest)
    topic = f"game:{(await in_thread(guest.begins)).public_id}"
    async with at(here, guest) as hasty, at(here, guest) as client:
        await hasty.send(Watch(topic), Unwatch(topic))
        await client.watches(topic)
        assert isinstance(await client.moves(topic, 1, "draw"), Moved)
        await hasty.send(Ping())
        await hasty.hears(Pong)
        assert [told for told in hasty.told if isinstance(told, Moved)] == []


async def test_a_command_that_waits_is_answered_though_its_topic_is_unwatched(here: str) -> None:
    guest = await in_thread(new_guest)
    topic = f"game:{(await in_thread(guest.begins)).public_id}"
    async with at(here, guest) as hasty, at(here, guest) as client:
        await hasty.watches(topic)
        await hasty.send(Move(topic, "a", 1, "draw"), Move(topic, "b", 2, "draw"), Unwatch(topic))
        assert (await hasty.hears(Moved, id="a")).seq == 2
        assert (await hasty.hears(Moved, id="b")).seq == 3
        await client.watches(topic)
        assert isinstance(await client.moves(topic, 3, "draw"), Moved)
        await hasty.send(Ping())
        await hasty.hears(Pong)
        assert [told.seq for told in hasty.told if isinstance(told, Moved)] == [2, 3]


async def test_who_asks_for_a_race_twice_at_once_is_answered_twice(here: str) -> None:
    guests = [await in_thread(new_guest) for _ in range(2)]
    topic = f"race:{(await in_thread(running, *[guest.player for guest in guests])).public_id}"
    async with at(here, guests[0]) as client:
        await client.send(Watch(topic), Watch(topic), Ping())
        for _ in range(2):
            assert (await client.hears(Snapshot, topic=topic)).race is not None


async def test_a_game_that_cannot_be_read_is_busy_and_let_go_until_somebody_asks_again(
    own_server: Server, here: str
) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins)
    topic = f"game:{game.public_id}"
    lines = await in_thread(lambda: list(GameEvent.objects.filter(game=game.pk)))
    await in_thread(GameEvent.objects.filter(game=game.pk).delete)
    async with at(here, guest) as client:
        assert await refusal(client, Watch(topic)) == "busy"
        assert await refusal(client, Move(topic, "a", 1, "draw")) == "busy"
        await asyncio.sleep(1)  # it looks twice a second
        looks = own_server.log.count("can't be read")
        await asyncio.sleep(2)
        assert own_server.log.count("can't be read") == looks
        await in_thread(GameEvent.objects.bulk_create, lines)
        assert isinstance(await client.moves(topic, 1, "draw", "a"), Moved)


async def test_who_was_refused_a_look_is_answered_though_the_game_has_another_player_since(here: str) -> None:
    guest, other = await in_thread(new_guest), await in_thread(new_guest)
    game = await in_thread(guest.begins)
    topic = f"game:{game.public_id}"
    async with at(here, guest) as client:
        await client.watches(topic)
        assert isinstance(await client.moves(topic, 1, "draw"), Moved)
        await in_thread(GameEvent.objects.filter(game=game.pk).delete)
        async with at(here, guest, {topic: 1}) as late:
            assert (await late.hears(Refused)).problem["code"] == "busy"
            await in_thread(Game.objects.filter(pk=game.pk).update, player=other.player)
            assert await refusal(client, Pause(topic, "p", 2)) == "not_found"
            assert await refusal(client, Pause(topic, "p", 2)) == "not_found"
            assert await refusal(late, Move(topic, "a", 2, "draw")) == "not_found"
