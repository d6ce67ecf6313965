"""One player's game over the socket."""

from __future__ import annotations

import pytest

from games.messages import Moved, Refused, Undo
from tests.live.players import at, in_thread, new_guest
from tests.live.server import Server

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_move_is_acknowledged_with_its_event_and_what_it_changed(server: Server) -> None:
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


async def test_two_devices_of_one_player_see_the_same_game_move_by_move(server: Server) -> None:
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
