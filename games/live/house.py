"""All that is live in this process: its sockets, its seats, its rooms, the one writer, and who looks after them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any

from django.conf import settings
from msgspec import convert

from accounts import sessions
from accounts.models import Player
from accounts.problems import TooMany
from games import broadcast
from games.actions.races import presence
from games.actions.races.quick import stay
from games.broadcast import EVERYTHING, Hint
from games.journal.stream import stream
from games.live import caring, counting, kicking, work
from games.live.closes import RESTART, SIGNED_OUT
from games.live.counting import Held
from games.live.lobby import Lobby, matched_race, tell_matched
from games.live.peer import Peer
from games.live.room import Room
from games.live.seat import Seat
from games.live.writer import Writer
from games.messages import Bye, Progress, encode

RECHECK_S = 30
ALIVE_S = 5
FLUSH_S = 0.1
AT_ONCE = 32
RESTS = 19
"""Times as long as the messages take to make, which is half of what they cost: however much there is to tell, moves
have nine tenths of the process for themselves, and none waits for more than so many games to be told of."""

RETRY_MS = 500, 5_000
"""Between these a client waits before it comes back to a server that restarts: not all at once."""

STAY_S = 20

_NEWS = ("topic", "seq", "player", "home", "face_down", "moves", "points", "elapsed_ms", "version")
_log = logging.getLogger(__name__)


class House:
    """One for the process, on the loop that serves. `open` before the first socket, `drain` at the end."""

    def __init__(self) -> None:
        self.writer = Writer(stream())
        self.seats: dict[tuple[int, str], Seat] = {}
        self.rooms: dict[str, Room] = {}
        self.peers: set[Any] = set()
        self.of_player: dict[int, set[Any]] = {}
        self.lobby = Lobby()
        self.draining = False
        self._of_game: dict[str, set[Seat]] = {}
        self._present: set[str] = set()
        self._given_back: list[Held] = []
        self._moved: set[Seat] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ear = broadcast.listen(self._hear)
        self._tidied = 0
        self.spawn(self.writer.run())
        for care, every_s in ((self._flush, FLUSH_S), (self._look_around, ALIVE_S), (self._tidy, 1.0)):
            self.spawn(self._again_and_again(care, every_s))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs it to its end; what it raises is a fault, and logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("the play socket is at fault", exc_info=task.exception())

    # ---- sockets -----------------------------------------------------------------------------------

    def opened(self, socket: Any) -> None:
        self.peers.add(socket)

    def enter(self, socket: Any, token: str) -> None:
        """Lets a player in by one more socket. Raises `TooMany` past the limit."""
        of_player = self.of_player.setdefault(socket.player.pk, set())
        if len(of_player) >= settings.LIMIT_SOCKETS:
            raise TooMany(ALIVE_S * 1000)
        of_player.add(socket)

    def closed(self, socket: Any) -> None:
        self.peers.discard(socket)
        if socket.connection in self._present:
            self._present.discard(socket.connection)
            self.spawn(self._gone(socket.connection))
        player: Player | None = getattr(socket, "player", None)
        if player is None:
            return
        self.give_back(player, socket.connection)
        of_player = self.of_player.get(player.pk, set())
        of_player.discard(socket)
        if not of_player:
            self.of_player.pop(player.pk, None)

    async def _gone(self, connection: str) -> None:
        with contextlib.suppress(*work.AWAY):  # its lease runs out by itself
            await work.run(presence.gone, connection)

    def give_back(self, player: Player, connection: str) -> None:
        """A socket that was counted is closed."""
        self._given_back.append(Held(player.public_id, connection))

    async def _count(self) -> None:
        """What has been closed counts no more."""
        given_back, self._given_back = self._given_back, []
        if given_back:
            await work.run(counting.give_back, given_back)

    def kick(self, told: str) -> None:
        """Closes the sockets of a session, told by the digest of its token."""
        for socket in [one for one in self.peers if one.session and kicking.session_digest(one.session) == told]:
            socket.close(SIGNED_OUT)

    # ---- games and races ---------------------------------------------------------------------------

    def seat(self, player: int, public_id: str) -> Seat:
        """The game of a player in memory; it is read if it isn't yet."""
        key = (player, public_id)
        seat = self.seats.get(key)
        if seat is None:
            seat = self.seats[key] = Seat(self, player, public_id)
            self._of_game.setdefault(public_id, set()).add(seat)
        return seat

    def played(self, seat: Seat) -> None:
        """Called after each commit: whoever else is concerned hears of it a little later, all at once."""
        self._moved.add(seat)
        topic = seat.topic
        if broadcast.awaited(topic):
            broadcast.tell_here(Hint(topic))

    def empty(self, seat: Seat) -> None:
        if self.seats.get((seat.player, seat.public_id)) is seat:
            del self.seats[seat.player, seat.public_id]
            of_game = self._of_game[seat.public_id]
            of_game.discard(seat)
            if not of_game:
                del self._of_game[seat.public_id]
            if seat.kept and seat.history.event.number > seat.kept:
                self.spawn(caring.keep([seat]))

    def room(self, race: str) -> Room:
        """A race that is followed here."""
        room = self.rooms.get(race)
        if room is None:
            room = self.rooms[race] = Room(self, race)
        return room

    def closed_room(self, room: Room) -> None:
        if self.rooms.get(room.race) is room:
            del self.rooms[room.race]

    def seated(self, peer: Peer) -> None:
        """The peer follows a race in which its player has a seat: its process says that it is alive."""
        self._present.add(peer.connection)

    def playing(self, peer: Peer, race: str) -> None:
        """The peer follows its player's game in a race: so the player is there. One that follows the race too is noted
        by that."""
        if not peer.follows(f"race:{race}"):
            self.seated(peer)
            self.spawn(self._come(peer, race))

    async def _come(self, peer: Peer, race: str) -> None:
        while peer in self.peers:
            with contextlib.suppress(*work.AWAY):
                await work.run(presence.connected, peer.player.pk, race, peer.connection)
                return
            await asyncio.sleep(ALIVE_S)

    # ---- what comes from elsewhere -----------------------------------------------------------------

    def _hear(self, hint: Hint) -> None:
        kind, _, name = hint.topic.partition(":")
        if hint is EVERYTHING:
            for seat in self.seats.values():
                seat.look()
            for room in self.rooms.values():
                room.look()
        elif kind == "game":
            for seat in self._of_game.get(name, ()):
                seat.look()
        elif kind == "race" and name in self.rooms:
            if hint.news is None:
                self.rooms[name].look()
            else:
                self.rooms[name].advance(convert({"type": "progress", **hint.news}, Progress))
        elif kind == "player":
            for peers in self.of_player.values():
                if any(peer.player.public_id == name for peer in peers):
                    self.spawn(self._tell_matched(peers))
        elif kind == kicking.SIGNED_OUT:
            self.kick(name)

    async def _tell_matched(self, peers: Collection[Peer]) -> None:
        with contextlib.suppress(*work.AWAY):
            race = await work.run(matched_race, next(iter(peers)).player)
            if race is not None:
                tell_matched(peers, race)

    # ---- care --------------------------------------------------------------------------------------

    async def _again_and_again(self, care: Callable[[], Coroutine[Any, Any, None]], every_s: float) -> None:
        """Whatever goes wrong in between: who is no longer said to be there could be claimed."""
        while True:
            await asyncio.sleep(every_s)
            try:
                await care()
            except work.AWAY as away:
                _log.warning("games that are followed wait for the database: %s", away)
            except Exception as error:
                _log.error("the play socket is at fault", exc_info=error)

    async def _flush(self) -> None:
        """Ten times a second, and less often when there is much: how far games have come is told to those who may know,
        here and in other processes."""
        await self._count()
        moved, self._moved = list(self._moved), set()
        for at in range(0, len(moved), AT_ONCE):
            began = time.monotonic()
            hints = self._tell_of(moved[at : at + AT_ONCE])
            await asyncio.sleep(RESTS * (time.monotonic() - began))
            if hints:
                await work.run(broadcast.publish, hints)

    def _tell_of(self, moved: Sequence[Seat]) -> list[Hint]:
        """Tells those who follow here; returns what the other processes, where there are any, are to be told."""
        elsewhere = bool(settings.REDIS_URL)
        hints = [Hint(seat.topic) for seat in moved] if elsewhere else []
        for seat in moved:
            if seat.part is None:
                continue
            progress = caring.progress_of(seat)
            room = self.rooms.get(seat.part.race)
            if room is not None:
                room.advance(progress)
            if elsewhere:
                hints.append(Hint(progress.topic, {name: getattr(progress, name) for name in _NEWS}))
        return hints

    async def _look_around(self) -> None:
        """Who is here is said to be. Hints may be lost: everything that is followed is looked at."""
        if settings.REDIS_URL:
            held = [Held(one.player.public_id, one.connection) for one in self.peers if one.session]
            await work.run(counting.prolong, held)
        if self._present:
            await work.run(presence.alive, list(self._present))
        await caring.look_at_games([seat for seat in self.seats.values() if not seat.busy])
        await caring.look_at_rooms(list(self.rooms.values()))
        await caring.look_at_progress(list(self.rooms.values()), list(self.seats.values()))

    async def _tidy(self) -> None:
        """Once a second: rows that lag are brought up to date, and the date is looked at. Less often: who waits to be
        matched is kept waiting, and sessions that ended are noticed."""
        self._tidied += 1
        self.lobby.look_at_the_date()
        if self._tidied % STAY_S == 0 and self.of_player:
            await work.run(stay, list(self.of_player))
        if self._tidied % RECHECK_S == 0:
            await self._recheck()
        await caring.keep([seat for seat in self.seats.values() if caring.lags(seat)])

    async def _recheck(self) -> None:
        tokens = {socket.session for socket in self.peers if socket.session}
        alive = await work.run(sessions.alive, list(tokens))
        for socket in [one for one in self.peers if one.session in tokens - alive]:
            socket.close(SIGNED_OUT)

    # ---- the end -----------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Says goodbye, finishes what is being written, closes. Sockets that come now are sent away."""
        self.draining = True
        for socket in self.peers:
            socket.send(encode(Bye("restart", random.randint(*RETRY_MS))))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.writer.drain(), 5)
        lagging = [seat for seat in self.seats.values() if seat.kept and seat.history.event.number > seat.kept]
        for socket in list(self.peers):
            socket.close(RESTART)
        with contextlib.suppress(*work.AWAY):
            await caring.keep(lagging)
        await self._count()
