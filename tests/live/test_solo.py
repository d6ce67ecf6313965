"""One player's game over the socket."""

from __future__ import annotations

import pytest

from games.live.seat import KEPT
from games.messages import Move, Moved, Refused, Undo
from tests.live.players import at, in_thread, new_guest

pytestmark = pytest.mark.django_db(transaction=True)

ROUND = 25
"""Moves that turn the whole stock, one card at a time, and then begin again."""


async def test_a_move_is_acknowledged_with_its_event_and_what_it_changed(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins)
    topic = f"game:{game.public_id}"
    async with at(server, guest) as client:
        snapshot = await client.watches(topic)
        assert snapshot.game is not None
        assert (snapshot.seq, snapshot.game["version"], snapshot.race) == (1, 1, None)
        answer = await client.moves(topic, 1, "draw")
        assert isinstance(answer, Moved)
        assert (answer.after, answer.seq, answer.status, answer.moves) == (1, 2, "playing", 1)
        (event,) = answer.events
        assert (event["number"], event["type"], event["move"], len(event["drawn"])) == (2, "move", "draw", 1)
        assert answer.can["undo"] is True
        await client.send(Undo(topic, "u", 2))
        undone = await client.hears(Moved, id="u")
        assert undone.position == snapshot.game["position"]


async def test_a_long_game_is_held_in_part_and_answers_as_if_it_were_whole(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins)
    topic = f"game:{game.public_id}"
    async with at(server, guest) as client:
        positions = []
        await client.watches(topic)
        for number in range(1, 2 * KEPT + 40):
            move = "redeal" if number % ROUND == 0 else "draw"
            await client.send(Move(topic, f"m{number}", number, move))
            assert (await client.hears(Moved, id=f"m{number}")).seq == number + 1
        await client.send(Move(topic, "m5", 5, "draw"))
        first = await client.hears(Moved, id="m5")
        assert (first.after, first.seq, first.repeated) == (5, 6, True)
        await client.send(Move(topic, "new", 5, "draw"))
        assert (await client.hears(Refused, id="new")).problem["code"] == "stale"
        version = 2 * KEPT + 40
        for number in range(version, version + KEPT + 20):
            await client.send(Undo(topic, f"u{number}", number))
            positions.append((await client.hears(Moved, id=f"u{number}")).position)
        assert positions[0] == positions[ROUND] == positions[5 * ROUND] != positions[1]


async def test_two_devices_of_one_player_see_the_same_game_move_by_move(server: str) -> None:
    guest = await in_thread(new_guest)
    game = await in_thread(guest.begins)
    topic = f"game:{game.public_id}"
    async with at(server, guest) as one, at(server, guest) as other:
        await one.watches(topic)
        await other.watches(topic)
        await one.moves(topic, 1, "draw")
        seen = await other.hears(Moved, topic=topic)
        assert (seen.seq, seen.events[0]["move"]) == (2, "draw")
        late = await other.moves(topic, 1, "draw")
        assert isinstance(late, Refused)
        assert late.problem["code"] == "stale"
        assert [event["number"] for event in late.problem["events"]] == [2]
