"""Play or watch in a terminal: the protocol from a client's side, and little else."""

from __future__ import annotations

import asyncio
import random
import sys
from itertools import count, repeat
from secrets import token_hex

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.client.connection import Connection, connected
from games.client.http import RefusedError
from games.client.keyboard import typed
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
auto 4, undo, redo, finish, concede; in a race: ready, forfeit, claim, rematch; help, quit."""
_LONGEST_WAIT_S = 15.0
_COME_AGAIN = (429, 503)


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
        self.names: dict[str, str] = {}
        self.connection: Connection | None = None
        self._shown = asyncio.Event()
        self._names = map("{}-{}".format, repeat(token_hex(4)), count(1))

    async def run(self) -> None:
        """Until the player quits. Raises `RefusedError` where the server lets the player in no more."""
        print(HELP)
        typing = asyncio.create_task(self._type())
        wait_s = 0.5
        while not typing.done():
            try:
                async with connected(self.server, self.token, self.seen) as connection:
                    wait_s = 0.5
                    await self._follow(connection, typing)
                continue
            except RefusedError as refused:
                if refused.problem["status"] not in _COME_AGAIN:
                    raise
                print(refused)
            except (OSError, ConnectionClosed, InvalidHandshake):
                print("The connection is lost; trying again.")
            self.connection = None
            await asyncio.wait({typing}, timeout=wait_s * (0.5 + random.random() / 2))
            wait_s = min(_LONGEST_WAIT_S, wait_s * 2)

    async def _follow(self, connection: Connection, typing: asyncio.Task[None]) -> None:
        self.connection = connection
        self.names[connection.welcome.player["id"]] = "you"
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
                self._shown.set()
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
                print(f"  {self._name(player)}: {home} home, {face_down} face down, {number_of(moves, 'move')}")
            case Presence(player=player, connected=here):
                print(f"  {self._name(player)}: {'here' if here else 'gone'}")
            case Finished(reason=reason, race=race):
                print(f"The race is over: {reason.replace('_', ' ')}.")
                self._show_race(race)
            case RematchOpened(race=following):
                print(f"A rematch is open: race {following}")
            case _:
                pass

    def _show_table(self) -> None:
        if self.table is not None:
            shown = self.table.show(colour=sys.stdout.isatty())
            print(f"\n{shown}\n{self.table.status}, {number_of(self.table.moves, 'move')}")

    def _show_race(self, race: dict[str, object]) -> None:
        players = race["players"]
        assert isinstance(players, list)
        print(f"Race {race['id']}, code {race['code']}: {race['status']}")
        for player in players:
            self.names.setdefault(player["id"], player["name"])
            marks = [word for word in ("ready", "connected") if player[word]]
            place = f"  place {player['place']}" if player["place"] else ""
            print(f"  {self._name(player['id'])}: {', '.join(marks) or 'away'}, {player['home']} home{place}")

    def _name(self, player: str) -> str:
        return self.names.get(player, player)

    async def _type(self) -> None:
        async for line in typed():
            words = line.split()
            if words == ["quit"]:
                return
            if not words:
                continue
            if words == ["help"]:
                print(HELP)
                continue
            await self._shown.wait()  # what was typed before there is anything to see waits for it
            command = self.understand(words)
            if command is not None:
                self.unanswered[str(getattr(command, "id", ""))] = command
                await self._send(command)

    async def _send(self, command: In) -> None:
        try:
            if self.connection is not None:
                await self.connection.send(command)
                return
        except ConnectionClosed:
            pass
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


def number_of(many: int, what: str) -> str:
    """As in "1 move", "2 moves"."""
    return f"{many} {what}" if many == 1 else f"{many} {what}s"
