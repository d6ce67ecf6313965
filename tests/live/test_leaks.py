"""Every byte that every socket receives in random races, searched for what its viewer may not know yet."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.join import join
from games.actions.races.opening import Terms
from games.client.connection import PATH
from games.klondike.rules import RULESETS
from games.models import Deal, Entry, Game, Race
from games.models.race import Spectators
from tests.live.players import Guest, in_thread, new_guest

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r'"([A2-9TJQK][CDHS])"')
MOVES = 12
ILLEGAL = "7-1x9"


def is_over(message: dict[str, Any]) -> bool:
    """Whether a message shows the race after its end."""
    return (message.get("race") or {}).get("status") in ("finished", "void")


class Viewer:
    """Someone who follows a race, playing if they have a seat, and keeps every frame up to the end.

    The race is over when all but one have given up, whatever that one is doing, and then no move of theirs is played.
    So the first to sit stays, and the second gives up when all have played: until then the race goes on.
    """

    def __init__(self, guest: Guest, race: Race, seat: int | None) -> None:
        self.guest = guest
        self.race = race
        self.chance = Random(seat)
        self.seat = seat
        self.frames: list[str] = []
        self.after: list[str] = []

    async def follow(self, server: str, started: asyncio.Barrier, played: asyncio.Barrier) -> None:
        async with connect(server.replace("http", "ws", 1) + PATH, compression=None) as socket:
            await self._say(socket, type="hello", token=self.guest.token, legal=True)
            await self._say(socket, type="watch", topic=self.race.topic)
            await self._hear(socket, "snapshot")
            await started.wait()
            if self.seat is not None:
                await self._say(socket, type="ready", topic=self.race.topic, id="ready")
                game = (await self._hear(socket, "started"))["game"]
                await self._play(socket, f"game:{game['id']}", game["legal"])
                if self.seat > 1:
                    await self._forfeit(socket)
                await played.wait()
                if self.seat == 1:
                    await self._forfeit(socket)
            finished = await self._hear(socket, "finished")
            assert finished["reveal"]["deck"]
            # A race that is read after its end is told as it stands then, with the events that led there too.
            over = next(at for at, frame in enumerate(self.frames) if is_over(json.loads(frame)))
            self.frames, self.after = self.frames[:over], self.frames[over:]

    async def _play(self, socket: ClientConnection, topic: str, legal: list[str]) -> None:
        for version in range(1, MOVES + 1):
            move = self.chance.choice(legal)
            await self._say(socket, type="move", topic=topic, id=f"m{version}", after=version, move=move)
            legal = (await self._hear(socket, "moved", id=f"m{version}"))["legal"]
            if self.chance.random() < 0.3:
                await self._say(socket, type="move", topic=topic, id="illegal", after=version + 1, move=ILLEGAL)
                await self._say(socket, type="watch", topic=topic)

    async def _forfeit(self, socket: ClientConnection) -> None:
        await self._say(socket, type="forfeit", topic=self.race.topic, id="enough")

    async def _say(self, socket: ClientConnection, **message: object) -> None:
        await socket.send(json.dumps(message))

    async def _hear(self, socket: ClientConnection, kind: str, **fields: object) -> dict[str, Any]:
        """The next message of a kind with these fields. Nothing but the illegal moves may be refused."""
        async with asyncio.timeout(60):
            while True:
                frame = str(await socket.recv())
                self.frames.append(frame)
                message: dict[str, Any] = json.loads(frame)
                assert message["type"] != "refused" or message.get("id") == "illegal", message
                if message["type"] == kind and all(message.get(name) == fields[name] for name in fields):
                    return message


def known_in_the_end(player: Guest, race: Race) -> set[str]:
    """The cards that a player's own game has shown them."""
    from games.actions.sitting import sit_at
    from games.klondike.sight import known_cards

    game = Game.objects.get(entry=Entry.objects.get(race=race, player=player.player))
    return {card.text for card in known_cards(sit_at(game).history)}


@pytest.mark.parametrize("seats", [2, 4, 8])
async def test_nobody_is_told_a_card_that_their_own_game_has_not_shown(server: str, seats: int) -> None:
    chance = Random(seats)
    guests = [await in_thread(new_guest) for _ in range(seats + 2)]
    rules = RULESETS[chance.choice(["turn-1", "turn-3", "standard-1"])]
    terms = Terms(rules, seats=seats, spectators=Spectators.ANYONE)
    race = (await in_thread(create, guests[0].player, terms, Command("r", 1))).race
    for guest in guests[1:seats]:
        await in_thread(join, guest.player, race.code)
    viewers = [Viewer(guest, race, at if at < seats else None) for at, guest in enumerate(guests)]
    started, played = asyncio.Barrier(len(viewers)), asyncio.Barrier(seats)
    await asyncio.gather(*(viewer.follow(server, started, played) for viewer in viewers))
    deal = await in_thread(Deal.objects.get, pk=race.deal_id)
    secrets = [deal.cards, bytes(deal.seed or b"").hex(), *[deal.cards[at : at + 12] for at in range(0, 92, 2)]]
    for viewer in viewers:
        told = "\n".join(viewer.frames)
        assert len(told) > 1_000
        may_know = await in_thread(known_in_the_end, viewer.guest, race) if viewer.seat is not None else set()
        assert set(CARD.findall(told)) <= may_know
        assert [secret for secret in secrets if secret and secret in told] == []
        assert all(other.guest.token not in told for other in viewers)
        assert deal.cards in "".join(viewer.after)
