"""Players at their sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count, repeat
from secrets import token_hex
from typing import NamedTuple, ParamSpec, TypeVar

from django.db import close_old_connections

from accounts.actions.sessions import open_session
from accounts.models import Player
from games.actions.begin import begin
from games.actions.deals import Choice
from games.client.connection import Connection, connected
from games.klondike.rules import RULESETS
from games.messages import In, Move, Moved, Outgoing, Ready, Refused, Snapshot, Started, Watch
from games.models import Game
from games.models.game import Origin

P = ParamSpec("P")
T = TypeVar("T")
WAIT_S = 10


async def in_thread(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What goes to the database from an asynchronous test."""

    def work() -> T:
        try:
            return job(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.to_thread(work)


class Guest(NamedTuple):
    """A player with a session."""

    player: Player
    token: str

    def begins(self, ruleset: str = "turn-1", number: str = "1") -> Game:
        """A game on a deal that everybody knows."""
        return begin(self.player, RULESETS[ruleset], Choice(Origin.NUMBER, number=number)).game


def new_guest() -> Guest:
    player = Player.objects.create()
    return Guest(player, open_session(player, "test").session_key)


class Client:
    """One socket. It keeps all that it was told."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.told: list[Outgoing] = []
        self._names = map("{}-{}".format, repeat(token_hex(3)), count(1))

    def name(self) -> str:
        return next(self._names)

    async def send(self, *messages: In) -> None:
        for message in messages:
            await self.connection.send(message)

    async def hears(self, kind: type[T], **fields: object) -> T:
        """The next message of a kind with these fields; what comes before is kept in `told`."""
        async with asyncio.timeout(WAIT_S):
            while True:
                message = await self.connection.receive()
                self.told.append(message)
                if isinstance(message, kind) and all(getattr(message, name) == fields[name] for name in fields):
                    return message

    async def watches(self, topic: str) -> Snapshot:
        await self.send(Watch(topic))
        return await self.hears(Snapshot, topic=topic)

    async def starts(self, race: str) -> str:
        """Hears on until the race starts; the topic of the player's game in it."""
        started = await self.hears(Started, topic=race)
        assert started.game is not None
        return f"game:{started.game['id']}"

    async def moves(self, topic: str, after: int, move: str, name: str | None = None) -> Moved | Refused:
        """The answer to a move."""
        command = Move(topic, name or self.name(), after, move)
        await self.send(command)
        async with asyncio.timeout(WAIT_S):
            while True:
                message = await self.connection.receive()
                self.told.append(message)
                if isinstance(message, Moved | Refused) and message.id == command.id:
                    return message


async def begin_race(race: str, *clients: Client) -> dict[Client, str]:
    """All look, and are ready; the topics of their games once it has started."""
    for client in clients:
        await client.watches(race)
        await client.send(Ready(race, "ready"))
    return {client: await client.starts(race) for client in clients}


@asynccontextmanager
async def at(server: str, guest: Guest, resume: Mapping[str, int] | None = None) -> AsyncIterator[Client]:
    async with connected(server, guest.token, resume) as connection:
        yield Client(connection)
