"""A client that plays a line it knows, sends ahead, and comes back whatever happens to its connection."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.client.connection import Connection, connected
from games.client.http import RefusedError
from games.messages import Finished, Move, Moved, Outgoing, Refused, Snapshot
from tests.live.players import in_thread

AWAY = (ConnectionClosed, InvalidHandshake, OSError, EOFError, RefusedError, TimeoutError)


class Bot:
    """`seen` is the number of the last event that it was told; `moves` those that were acknowledged, in order."""

    def __init__(self, token: str, topic: str, line: Sequence[str], seed: int, ahead: int = 4) -> None:
        self.token = token
        self.topic = topic
        self.line = line
        self.random = Random(seed)
        self.ahead = ahead
        self.seen = 1
        self.moves: list[str] = []
        self.cuts = 0
        self.busy = 0
        self.resume: dict[str, int] = {}
        self.told: list[Outgoing] = []

    async def plays(self, *addresses: str, cut: float = 0.0, until: int | None = None) -> None:
        """Plays its line to the end, or to so many moves, at any of these servers; `cut` is how likely each message
        that comes is the last before the connection breaks."""
        goal = min(len(self.line), until if until is not None else len(self.line))
        async with asyncio.timeout(120):
            while len(self.moves) < goal:
                try:
                    topics = {self.topic: self.seen, **self.resume}
                    async with connected(self.random.choice(addresses), self.token, topics) as connection:
                        await self._play(connection, goal, cut)
                except AWAY:
                    await asyncio.sleep(0.05 + 0.2 * self.random.random())

    async def _play(self, connection: Connection, goal: int, cut: float) -> None:
        sent = self.seen
        while len(self.moves) < goal:
            while sent < self.seen + self.ahead and sent <= goal:
                await connection.send(Move(self.topic, f"m{sent}", sent, self.line[sent - 1]))
                sent += 1
            if self.random.random() < cut:
                self.cuts += 1
                connection.socket.transport.abort()
                return
            async with asyncio.timeout(20):
                message = await connection.receive()
            self.told.append(message)
            if isinstance(message, Refused) and message.topic == self.topic:
                code = message.problem["code"]
                assert code in ("busy", "stale", "race_over"), message.problem
                if code == "race_over":
                    return
                if code == "busy":
                    self.busy += 1
                    await asyncio.sleep(0.1)
                for event in message.problem.get("events", ()):
                    self._take(event)
                sent = self.seen
            elif isinstance(message, Moved):
                for event in message.events:
                    self._take(event)
                sent = max(sent, self.seen)
            elif isinstance(message, Snapshot) and message.topic == self.topic:
                assert message.seq == self.seen or message.seq > self.seen + 200
            elif isinstance(message, Finished):
                return

    def _take(self, event: dict[str, object]) -> None:
        """Every event once, in order: one that comes again is known, and none may be missing."""
        number = event["number"]
        assert isinstance(number, int)
        if number <= self.seen:
            return
        assert number == self.seen + 1, f"event {number} after {self.seen}"
        self.seen = number
        if event["type"] == "move":
            self.moves.append(str(event["move"]))


async def log_of(topic: str) -> list[str]:
    """The moves of a game as they are on disk."""
    from games.models import Game, GameEvent

    def read() -> list[str]:
        game = Game.objects.get(public_id=topic.removeprefix("game:"))
        events = GameEvent.objects.filter(game=game.pk).order_by("number")
        numbers = list(events.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        return [detail for detail in events.filter(type="move").values_list("detail", flat=True) if detail]

    return await in_thread(read)
