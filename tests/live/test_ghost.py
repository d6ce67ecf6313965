"""A race against one's own past, at a socket: two players of the same id, of whom one alone comes and goes."""

from __future__ import annotations

import pytest

from games.actions import play
from games.actions.play import Command
from games.actions.races.create import create, find_ghost
from games.actions.races.join import join
from games.actions.races.ready import ready
from games.klondike.moves import DRAW
from games.messages import Presence, Progress, Started
from games.models import Game, Race
from tests.live.players import Guest, at, in_thread, new_guest
from tests.races.field import TURN_1, named

pytestmark = pytest.mark.django_db(transaction=True)


def ghost_of(guest: Guest) -> Game:
    """Of one move."""
    game = guest.begins()
    play.play_moves(guest.player.pk, game.public_id, Command(1, "a", 1), [DRAW])
    play.concede(guest.player.pk, game.public_id, Command(2, "b", 1))
    return find_ghost(guest.player, game.public_id)


def haunted(ann: Guest, bob: Guest) -> Race:
    """A race of two and the ghost of the first."""
    race = create(ann.player, TURN_1._replace(seats=3, ghost=ghost_of(ann))).race
    join(bob.player, race.code)
    return race


async def test_a_ghost_is_told_from_the_player_it_was(places: list[str]) -> None:
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(haunted, ann, bob)
    async with at(places[0], bob) as other:
        await other.watches(race.topic)
        async with at(places[1], ann) as one:
            await one.watches(race.topic)
            assert (await other.hears(Presence, player=ann.player.public_id)).connected is True
            for player in (ann.player, bob.player):
                await in_thread(ready, player, race.public_id, named())
            started = await one.hears(Started)
            assert started.game is not None
            for after in (2, 3):
                await one.moves(f"game:{started.game['id']}", after, "draw")
            await other.hears(Progress, moves=2)
            seen = await other.watches(race.topic)
            assert seen.race is not None
            assert [player["moves"] for player in seen.race["players"]] == [2, 0, 1]
        gone = await other.hears(Presence)
        assert (gone.player, gone.connected) == (ann.player.public_id, False)
        assert sum(isinstance(message, Presence) for message in other.told) == 2
