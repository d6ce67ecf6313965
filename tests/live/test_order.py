"""In which order things are done and told: as they were asked, without a gap, each event once."""

from __future__ import annotations

from itertools import count

import pytest

from games import journal
from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.join import join
from games.actions.races.opening import Terms
from games.actions.sitting import sit_at
from games.klondike.moves import DRAW
from games.klondike.rules import RULESETS
from games.messages import (
    Done,
    In,
    Leave,
    Move,
    Moved,
    Pause,
    Ping,
    Pong,
    Presence,
    Race,
    Ready,
    Refused,
    Resume,
    Snapshot,
    Undo,
    Unwatch,
    Watch,
)
from games.models import Game, RaceEvent
from games.models.race import Spectators
from tests.live.lines import wandering
from tests.live.players import Client, at, in_thread, new_guest

pytestmark = pytest.mark.django_db(transaction=True)

AHEAD = 32


async def command(client: Client, asked: Move | Undo | Pause | Resume) -> Moved | Refused:
    await client.send(asked)
    return await client.hears(Moved | Refused, id=asked.id)  # type: ignore[arg-type]


async def settled(client: Client) -> list[tuple[int, int]]:
    """From where to where all that was told of a game reaches, once nothing more is on its way."""
    await client.send(Ping())
    await client.hears(Pong)
    return [(told.after, told.seq) for told in client.told if isinstance(told, Moved)]


def draws_unheard(game: Game) -> None:
    """A draw by another hand, of which no process is told."""
    after = sit_at(game).history.play(DRAW)
    assert not journal.append([journal.Entry(game.pk, [after.event])])


async def test_an_id_is_remembered_however_many_commands_came_after_it(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins, number="8")
    topic = f"game:{game.public_id}"
    line = wandering(420, 1)
    async with at(server, guest) as client:
        await client.watches(topic)
        asked: list[In] = [Move(topic, f"c{after}", after, move) for after, move in enumerate(line, 1)]
        for first in range(0, len(asked), AHEAD):
            await client.send(*asked[first : first + AHEAD])
            last = min(first + AHEAD, len(asked))
            await client.hears(Moved, id=f"c{last}")
        end = len(line) + 1
        for old in (1, 100, 200, 400):
            again = await command(client, Move(topic, f"c{old}", end, line[0]))
            assert isinstance(again, Refused)
            assert again.problem["code"] == "id_reused"
            repeated = await command(client, Move(topic, f"c{old}", old, line[old - 1]))
            assert isinstance(repeated, Moved)
            assert (repeated.after, repeated.seq, repeated.repeated) == (old, old + 1, True)
    lines = await in_thread(journal.read, game.pk)
    assert len({line.command for line in lines}) == len(lines) == end


async def test_who_takes_back_more_than_is_at_hand_is_told_each_event_once(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins, number="8")
    topic = f"game:{game.public_id}"
    line = wandering(60, 1)
    async with at(server, guest) as client, at(server, guest) as other:
        await client.watches(topic)
        await other.watches(topic)
        for after, move in enumerate(line, 1):
            assert isinstance(await command(client, Move(topic, f"m{after}", after, move)), Moved)
        for after in range(61, 101):
            assert isinstance(await command(client, Undo(topic, f"u{after}", after)), Moved)
        each = [(after, after + 1) for after in range(1, 101)]
        assert await settled(client) == each
        await other.hears(Moved, seq=101)
        assert await settled(other) == each


async def test_who_missed_something_is_told_of_it_before_the_answer(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins, number="8")
    topic = f"game:{game.public_id}"
    async with at(server, guest) as client, at(server, guest) as other:
        await client.watches(topic)
        await other.watches(topic)
        names = map(str, count())
        version = 1
        for ask in (Pause, Resume, Resume, Pause):
            if ask is not Resume:
                await in_thread(draws_unheard, game)
                version += 1
            assert isinstance(await command(client, ask(topic, next(names), version)), Moved)
            version += client.told[-1].events != []  # type: ignore[union-attr]
        told = await settled(client)
        assert told == [(1, 2), (2, 3), (3, 4), (4, 4), (4, 5), (5, 6)]
        await other.hears(Moved, seq=version)
        assert [step for after, seq in await settled(other) for step in range(after, seq)] == list(range(1, version))


async def test_who_has_seen_nothing_of_a_game_is_shown_it_whole(server: str) -> None:
    guest = await in_thread(new_guest)
    topic = f"game:{(await in_thread(guest.begins)).public_id}"
    async with at(server, guest, {topic: 0}) as client:
        assert (await client.hears(Snapshot, topic=topic)).seq == 1
        assert isinstance(await client.moves(topic, 1, "draw"), Moved)
        stale = await client.moves(topic, 0, "draw")
        assert isinstance(stale, Refused)
        assert [event["number"] for event in stale.problem["events"]] == [1, 2]
    async with at(server, guest, {topic: 0}) as client:
        assert (await client.hears(Snapshot, topic=topic)).seq == 2
        assert await settled(client) == []


async def test_what_one_sends_ahead_on_a_race_is_done_in_that_order(server: str) -> None:
    for _ in range(10):
        guest = await in_thread(new_guest)
        race = (await in_thread(create, guest.player, Terms(RULESETS["turn-1"]), Command("r", 1))).race
        topic = race.topic
        async with at(server, guest) as client:
            await client.send(Ready(topic, "a"), Leave(topic, "b"), Ready(topic, "c"))
            assert (await client.hears(Done | Refused)).id == "a"  # type: ignore[arg-type]
            assert (await client.hears(Done | Refused)).id == "b"  # type: ignore[arg-type]
            assert (await client.hears(Refused, id="c")).problem["code"] == "not_found"
        types = await in_thread(
            lambda pk: list(RaceEvent.objects.filter(race=pk).order_by("number").values_list("type", flat=True)),
            race.pk,
        )
        assert types == ["created", "joined", "ready", "left", "void"]


async def test_who_was_turned_away_and_came_again_with_the_code_can_go(server: str) -> None:
    ann, bob, eve = [await in_thread(new_guest) for _ in range(3)]
    terms = Terms(RULESETS["turn-1"], spectators=Spectators.CODE)
    race = (await in_thread(create, ann.player, terms, Command("r", 1))).race
    topic = race.topic
    async with at(server, eve) as client, at(server, ann) as host:
        for _ in range(5):
            await client.send(Watch(topic), Unwatch(topic), Watch(topic, race.code))
            assert (await client.hears(Snapshot)).seq == 2
            await client.send(Unwatch(topic), Ping())
            await client.hears(Pong)
        heard = len(client.told)
        await host.watches(topic)
        await in_thread(join, bob.player, race.code)
        await host.send(Ready(topic, "ready"))
        await host.hears(Done)
        await client.send(Ping())
        await client.hears(Pong)
        assert [one for one in client.told[heard:] if isinstance(one, Race | Presence)] == []


async def test_who_has_seen_more_than_is_known_here_is_believed(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins, number="8")
    topic = f"game:{game.public_id}"
    async with at(server, guest) as client:
        await client.watches(topic)
        await in_thread(draws_unheard, game)
        assert isinstance(await client.moves(topic, 2, "draw"), Moved)
        assert await settled(client) == [(1, 2), (2, 3)]
        await in_thread(draws_unheard, game)
        async with at(server, guest, {topic: 4}) as late:
            assert isinstance(await late.moves(topic, 4, "draw"), Moved)
            assert await settled(late) == [(4, 5)]
            assert [told for told in late.told if isinstance(told, Snapshot)] == []
        for ahead in (6, 2**31 - 1):
            refused = await client.moves(topic, ahead, "draw")
            assert isinstance(refused, Refused)
            assert (refused.problem["code"], refused.problem["version"], refused.problem["events"]) == ("stale", 5, [])
