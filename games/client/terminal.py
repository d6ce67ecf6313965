"""Play or watch in a terminal: the protocol from a client's side, and little else."""

from __future__ import annotations

import asyncio
import random
import sys
from itertools import count, repeat
from secrets import token_hex

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.client.connection import Connection, connected
from games.client.table import Table
from games.messages import (
    Auto,
    Claim,
    Concede,
    Countdown,
    Finish,
    Finished,
    Forfeit,
    In,
    Move,
    Moved,
    Outgoing,
    Presence,
    Progress,
    Race,
    Ready,
    Redo,
    Refused,
    Rematch,
    RematchOpened,
    Snapshot,
    Started,
    Undo,
    Watch,
)

HELP = """A move says from where and to where: draw, redeal, w-f, w-4, 3-f, 4-6, 4-6x3 (three cards), h-2.
auto 4, undo, redo, finish, concede; in a race: ready, forfeit, claim, rematch; quit."""
_LONGEST_WAIT_S = 15.0


class Terminal:
    """One player at one game or race. What was typed and not yet answered is sent again after a lost connection, by the
    same id, so that it happens once."""

    def __init__(self, server: str, token: str, topic: str, code: str | None = None) -> None:
        self.server = server
        self.token = token
        self.topic = topic
        self.code = code
        self.race = topic if topic.startswith("race:") else None
        self.game = None if self.race else topic
        self.seen: dict[str, int] = {}
        self.table: Table | None = None
        self.unanswered: dict[str, In] = {}
        self._names = map("{}-{}".format, repeat(token_hex(4)), count(1))

    async def run(self) -> None:
        """Until the player quits."""
        print(HELP)
        typing = asyncio.create_task(self._type())
        wait_s = 0.5
        while not typing.done():
            try:
                async with connected(self.server, self.token, self.seen) as connection:
                    wait_s = 0.5
                    await self._follow(connection, typing)
            except (OSError, ConnectionClosed, InvalidHandshake) as lost:
                print(f"The connection is lost ({lost}); trying again.")
                await asyncio.sleep(wait_s * (0.5 + random.random() / 2))
                wait_s = min(_LONGEST_WAIT_S, wait_s * 2)

    async def _follow(self, connection: Connection, typing: asyncio.Task[None]) -> None:
        self.connection = connection
        if self.topic not in self.seen:
            await connection.send(Watch(self.topic, self.code))
        for command in self.unanswered.values():
            await connection.send(command)
        hearing = asyncio.create_task(self._hear(connection))
        await asyncio.wait({hearing, typing}, return_when=asyncio.FIRST_COMPLETED)
        if hearing.done():
            hearing.result()
        hearing.cancel()

    async def _hear(self, connection: Connection) -> None:
        async for message in connection:
            self.hear(message)

    def hear(self, message: Outgoing) -> None:
        """Takes in a message, and shows what is new."""
        topic, seq = getattr(message, "topic", None), getattr(message, "seq", None)
        if isinstance(topic, str) and isinstance(seq, int):
            self.seen[topic] = max(seq, self.seen.get(topic, 0))
        self.unanswered.pop(str(getattr(message, "id", "")), None)
        match message:
            case Snapshot(game=game, race=race) | Started(game=game, race=race):
                if race:
                    self._show_race(race)
                if game:
                    self.game = f"game:{game['id']}"
                    self.table = Table(game)
                    self._show_table()
            case Moved() if self.table is not None:
                self.table.take(message)
                self._show_table()
            case Refused(problem=problem):
                print(f"✗ {problem['detail']}")
            case Race(race=race):
                self._show_race(race)
            case Countdown(starts_in_ms=left):
                print(f"It starts in {left / 1000:.1f} s.")
            case Progress(player=player, home=home, face_down=face_down, moves=moves):
                print(f"  {player}: {home} home, {face_down} face down, {moves} moves")
            case Presence(player=player, connected=here):
                print(f"  {player} {'is here' if here else 'has gone'}")
            case Finished(reason=reason, race=race):
                print(f"The race is over: {reason}.")
                self._show_race(race)
            case RematchOpened(race=following):
                print(f"A rematch is open: race {following}")
            case _:
                pass

    def _show_table(self) -> None:
        if self.table is not None:
            print(f"\n{self.table.show(colour=sys.stdout.isatty())}\n{self.table.status}, {self.table.moves} moves")

    def _show_race(self, race: dict[str, object]) -> None:
        players = race["players"]
        assert isinstance(players, list)
        print(f"Race {race['id']}, code {race['code']}: {race['status']}")
        for player in players:
            marks = [word for word in ("ready", "connected") if player[word]]
            place = f"  place {player['place']}" if player["place"] else ""
            print(f"  {player['name']} ({player['id']}): {', '.join(marks) or 'away'}, {player['home']} home{place}")

    async def _type(self) -> None:
        while True:
            line = await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
            words = line.split()
            if not line or words == ["quit"]:
                return
            command = self.understand(words) if words else None
            if command is not None:
                self.unanswered[str(getattr(command, "id", ""))] = command
                try:
                    await self.connection.send(command)
                except (ConnectionClosed, AttributeError):
                    print("It is sent as soon as the connection is back.")

    def understand(self, words: list[str]) -> In | None:
        """What was typed, as a message; None where nothing can be made of it."""
        word, name = words[0].lower(), next(self._names)
        on_race = {"ready": Ready, "forfeit": Forfeit, "claim": Claim, "rematch": Rematch}
        on_game = {"undo": Undo, "redo": Redo, "finish": Finish, "concede": Concede}
        if word in on_race and self.race:
            return on_race[word](self.race, name)
        if self.game is None or self.table is None:
            print(HELP)
            return None
        if word in on_game:
            return on_game[word](self.game, name, self.table.seq)
        if word == "auto" and len(words) == 2:
            return Auto(self.game, name, self.table.seq, words[1][:1])
        return Move(self.game, name, self.table.seq, word[:8])
