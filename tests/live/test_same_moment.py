"""Two at their sockets press the same at the same moment, all through a race: one deal, one winner, one rematch."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from games.messages import Done, Finished, Forfeit, Move, Moved, Moves, Ready, Refused, Rematch, RematchOpened
from games.models import Game, Race, Result
from tests.live.players import WAIT_S, Client, at, in_thread, new_guest
from tests.races import field

pytestmark = pytest.mark.django_db(transaction=True)


async def press(chance: Random, *pressed: tuple[Client, Any]) -> None:
    """All at the same moment, give or take, some twice."""

    async def send(client: Client, message: Any) -> None:
        await asyncio.sleep(chance.choice([0, 0, 0.001, 0.003]))
        for _ in range(chance.choice([1, 1, 2])):
            await client.send(message)

    await asyncio.gather(*(send(*one) for one in chance.sample(pressed, len(pressed))))


async def hears_answer(client: Client, name: str, kind: type) -> Done | Moved | Refused:
    """Hears on until a message of this kind and the answer to a command have come; the answer."""
    async with asyncio.timeout(WAIT_S):
        while True:
            answers = [one for one in client.told if isinstance(one, Done | Moved | Refused) and one.id == name]
            if answers and any(isinstance(one, kind) for one in client.told):
                return answers[0]
            client.told.append(await client.connection.receive())


def told_once(client: Client, kind: type, topic: str) -> Any:
    """The only message of its kind about a race."""
    (message,) = [one for one in client.told if isinstance(one, kind) and getattr(one, "topic", None) == topic]
    return message


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_both_press_at_once_happens_once(places: list[str], seed: int) -> None:
    chance = Random(seed)
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(field.seated, ann.player, bob.player)
    topic = race.topic
    line = [move.text for move in field.winning_line()]
    async with at(places[0], ann) as one, at(places[1], bob) as other:
        both = (one, other)
        for client in both:
            await client.watches(topic)
        await press(chance, *[(client, Ready(topic, "ready")) for client in both])
        games = {client: await client.starts(topic) for client in both}
        for client in both:
            await client.send(Moves(games[client], "line", 1, line[:-1]))
            await client.hears(Moved, id="line")
        await press(chance, *[(client, Move(games[client], "last", len(line), line[-1])) for client in both])
        answers = [await hears_answer(client, "last", Finished) for client in both]
        (refused,) = [answer for answer in answers if isinstance(answer, Refused)]
        assert refused.problem["code"] == "race_over"
        ends = [told_once(client, Finished, topic) for client in both]
        assert ends[0].players == ends[1].players
        winner = next(at for at, answer in enumerate(answers) if isinstance(answer, Moved))
        assert [player["place"] for player in ends[0].players] == [1 + (winner != 0), 1 + (winner != 1)]

        await press(chance, *[(client, Rematch(topic, "again")) for client in both])
        for client in both:
            assert isinstance(await hears_answer(client, "again", RematchOpened), Done)
        opened = {told_once(client, RematchOpened, topic).race for client in both}
        assert len(opened) == 1
        following = f"race:{opened.pop()}"
        for client in both:
            client.told.clear()
            await client.watches(following)
        games = {client: await client.starts(following) for client in both}
        for client in both:
            assert isinstance(await client.moves(games[client], 1, "draw"), Moved)
        await press(chance, *[(client, Forfeit(following, "enough")) for client in both])
        answers = [await hears_answer(client, "enough", Finished) for client in both]
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
        assert all(told_once(client, Finished, following).reason == "last_left" for client in both)

    types = await in_thread(field.whole, race)
    assert [types.count(kind) for kind in ("countdown", "started", "finished", "rematch")] == [1, 1, 1, 1]
    again = await in_thread(Race.objects.get, rematch_of=race)
    types = await in_thread(field.whole, again)
    assert [types.count(kind) for kind in ("ready", "countdown", "started", "finished")] == [2, 1, 1, 1]
    assert again.deal_id != race.deal_id
    for played in (race, again):
        assert await in_thread(Game.objects.filter(entry__race=played).count) == 2
        assert await in_thread(Result.objects.filter(game__entry__race=played).count) == 2
