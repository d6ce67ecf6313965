"""Play or watch in a terminal: the protocol from a client's side, and little else."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Coroutine
from itertools import count, repeat
from secrets import token_hex
from typing import Any

from msgspec import UNSET
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.client.connection import Connection, connected
from games.client.http import Api, RefusedError
from games.client.keyboard import typed
from games.client.screen import Screen, number_of
from games.client.table import Table
from games.client.words import HELP, NotUnderstoodError, understand
from games.messages import (
    Bye,
    Countdown,
    Finished,
    In,
    Moved,
    Outgoing,
    Ping,
    Presence,
    Progress,
    Race,
    Refused,
    RematchOpened,
    Snapshot,
    Started,
    Watch,
)

_LONGEST_WAIT_S = 15.0
_COME_AGAIN = (429, 503)


class Terminal:
    """One player at one game or race, and then at its rematch. What was typed is sent line by line, each when the one
    before is answered; after a lost connection what has no answer is sent again by the same id, so that it happens
    once."""

    def __init__(self, api: Api, topic: str, code: str | None = None, *, colour: bool = False) -> None:
        self.api = api
        self.code = code
        self.screen = Screen(colour)
        self.command: In | None = None
        self.connection: Connection | None = None
        self._follow_topic(topic)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._shown, self._answered, self._left = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._names = map("{}-{}".format, repeat(token_hex(4)), count(1))
        self._again_s = 0.0
        self._wait_s = 0.5

    def _follow_topic(self, topic: str) -> None:
        self.topic = topic
        self.seen: dict[str, int] = {}
        self.race = topic if topic.startswith("race:") else None
        self.game = None if self.race else topic
        self.table: Table | None = None

    async def run(self) -> None:
        """Until the player quits, or what was piped in is carried out. Raises `RefusedError` where the server lets the
        player in no more, or not at all."""
        print(HELP)
        typing = asyncio.create_task(self._type())
        while not self._left.is_set():
            try:
                assert self.api.token is not None
                async with connected(self.api.server, self.api.token, self.seen) as connection:
                    await self._stay(connection)
            except RefusedError as refused:
                if refused.problem["status"] not in _COME_AGAIN:
                    raise
                print(refused)
            except BrokenPipeError:
                raise
            except (OSError, ConnectionClosed, InvalidHandshake):
                if self.connection or self._wait_s == 0.5:
                    print("The connection is lost; trying again until it is back.")
            self.connection = None
            if not self._left.is_set():
                await self._first_of(self._left.wait(), asyncio.sleep(self._wait_s * (0.5 + random.random() / 2)))
            self._wait_s = min(_LONGEST_WAIT_S, self._wait_s * 2)
        typing.cancel()

    async def _stay(self, connection: Connection) -> None:
        if self._wait_s > 0.5:
            print("The connection is back.")
        self.connection, self._wait_s = connection, 0.5
        self.screen.me = connection.welcome.player["id"]
        if self.topic not in self.seen:
            await connection.send(Watch(self.topic, self.code))
        await self._first_of(self._left.wait(), self._hear(connection), self._play(connection), self._ping(connection))

    @staticmethod
    async def _first_of(*jobs: Coroutine[Any, Any, object]) -> None:
        """Until one of them is done, or fails; the others are given up."""
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _ping(self, connection: Connection) -> None:
        while True:
            await asyncio.sleep(connection.welcome.ping_ms / 1000)
            await connection.send(Ping())

    async def _hear(self, connection: Connection) -> None:
        async for message in connection:
            self.hear(message)
            if self.topic not in self.seen and self._shown.is_set():
                self._shown.clear()
                await connection.send(Watch(self.topic))
        raise ConnectionResetError("The server has closed the connection.")

    def hear(self, message: Outgoing) -> None:
        """Takes in a message, and shows what is new."""
        topic, seq = getattr(message, "topic", None), getattr(message, "seq", None)
        if isinstance(topic, str) and isinstance(seq, int):
            if topic not in (self.topic, self.game):
                return  # of a race that was left for its rematch
            self.seen[topic] = max(seq, self.seen.get(topic, 0))
        self._take(message)
        if self.command is not None and getattr(message, "id", UNSET) == getattr(self.command, "id", None):
            if not self._again_s:
                self.command = None
            self._answered.set()

    def _take(self, message: Outgoing) -> None:
        screen = self.screen
        match message:
            case Snapshot(game=game, race=race) | Started(game=game, race=race):
                self._shown.set()
                if race:
                    screen.show_race(race, playing=game is not None)
                if game:
                    self.game = f"game:{game['id']}"
                    self.table = Table(game)
                    screen.show_table(self.table, in_race=self.race is not None)
            case Moved() if self.table is not None:
                self.table.take(message)
                screen.show_table(self.table, in_race=self.race is not None)
                if message.stopped:
                    print(f"✗ {message.stopped['problem']['detail']}")
            case Refused(problem=problem):
                if problem["status"] in _COME_AGAIN and message.id is not UNSET:
                    self._again_s = max(0.5, problem.get("retry_after_ms", 0) / 1000)
                elif message.id is UNSET and not self._shown.is_set():
                    raise RefusedError(problem)
                else:
                    print(f"✗ {problem['detail']}")
            case Race(race=race):
                screen.hear_of(race, playing=self.table is not None)
            case Countdown(starts_in_ms=left):
                print(f"It starts in {left / 1000:.1f} s.")
            case Progress(player=player, home=home, face_down=face_down, moves=moves):
                if not screen.race_over:
                    print(f"  {screen.name(player)}: {home} home, {face_down} face down, {number_of(moves, 'move')}")
            case Presence():
                screen.show_presence(message)
            case Finished(reason=reason, race=race):
                screen.show_end(reason, race)
            case RematchOpened(race=following, player=player):
                screen.show_rematch(player, following)
                if screen.seated:
                    self._follow_topic(f"race:{following}")
                    self.code = None
            case Bye(retry_in_ms=left):
                self._wait_s = left / 1000
            case _:
                pass

    async def _type(self) -> None:
        """What needs no server is done at once, even while there is none."""
        async for line in typed():
            words = line.split()
            if words == ["quit"]:
                self._left.set()
            elif words in (["help"], ["?"]):
                print(HELP)
            elif words:
                self._lines.put_nowait(line)
                if self.connection is None and self._shown.is_set():
                    print("It is sent as soon as the connection is back.")
        if sys.stdin.isatty():
            self._left.set()
        self._lines.put_nowait(None)

    async def _play(self, connection: Connection) -> None:
        """Sends what is typed, until the end of the input. What comes before there is anything to see waits for it."""
        while True:
            if self.command is None:
                await self._shown.wait()
                line = await self._lines.get()
                if line is None:
                    return self._left.set()
                await self._begin(line)
            while self.command is not None:
                self._again_s = 0.0
                self._answered.clear()
                await connection.send(self.command)
                await self._answered.wait()
                await asyncio.sleep(self._again_s)

    async def _begin(self, line: str) -> None:
        try:
            if line.split() == ["hint"]:
                await self._hint()
            else:
                seq = self.table.seq if self.table else 0
                game = self.game if self.table else None
                self.command = understand(line, next(self._names), self.race, game, seq, playing=self.screen.seated)
        except NotUnderstoodError as unknown:
            print(f"✗ {unknown}")

    async def _hint(self) -> None:
        """Over HTTP, the one thing here that the socket doesn't do."""
        if self.table is None or self.game is None:
            raise NotUnderstoodError("There is no game to give a hint in.")
        try:
            told = await asyncio.to_thread(self.api.hint, self.game.removeprefix("game:"))
            print(f"Try {told['hint']}." if told["hint"] else "Nothing that can be seen would help.")
        except RefusedError as refused:
            print(f"✗ {refused}")
        except OSError:
            print("✗ The service gave no hint: it can't be reached.")
