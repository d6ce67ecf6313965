"""One client's socket: who it is, what it follows, and how much it may send."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from secrets import token_hex
from typing import Any

import msgspec
from django.conf import settings
from msgspec import UNSET

from accounts.identifiers import is_public_id
from accounts.problems import Busy, Invalid, NoSession, NotFound, Problem, SessionEnded, TooMany
from games.actions.now import now_ms
from games.klondike.sight import rfc3339
from games.live import entering, racing, work
from games.live.closes import BAD_FRAME, FLOOD, RESTART, SIGNED_OUT, SLOW
from games.live.house import House
from games.live.lobby import LOBBY
from games.live.peer import Outlet, Peer
from games.live.seat import INBOX, Seat
from games.live.table import Watching
from games.messages import Done, GameCommand, Hello, Incoming, OnRace, Ping, Pong, Unwatch, Watch, Welcome, encode, read

HELLO_S = 5.0
PING_MS = 25_000
TOPICS = 20
_EARLY = 64
"""Messages that may wait for the answer to `hello`."""

_FLOOD_S = 10.0
"""Of messages past the limit; who goes on regardless for so long is cut off."""


class Socket(Peer):
    """`receive` takes one text frame after another and never waits."""

    __slots__ = ("_early", "_full_at", "_on_races", "_over", "_step", "_timer", "following", "house", "session")

    def __init__(self, house: House, outlet: Outlet) -> None:
        super().__init__(outlet, token_hex(8))
        self.house = house
        self.session: str | None = None
        self.following: dict[str, Any] = {}
        self._early: list[Incoming] | None = []
        self._on_races: dict[str, deque[OnRace]] = {}
        self._step = 1 / settings.LIMIT_COMMANDS_PER_SECOND
        self._full_at = 0.0
        self._over = 0
        self._timer = asyncio.get_running_loop().call_later(HELLO_S, self._no_hello)
        house.opened(self)

    # ---- in ----------------------------------------------------------------------------------------

    def receive(self, frame: bytes | str) -> None:
        """Reads a frame; closes the socket where it is no message of ours at all."""
        now = time.monotonic()
        full_at = max(now, self._full_at) + self._step
        if full_at > now + 1.0 + self._step:
            self._too_many(frame, full_at - now - 1.0)
            return
        self._full_at = full_at
        try:
            message = read.decode(frame)
        except msgspec.ValidationError as fault:
            self._misread(frame, str(fault))
            return
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.close(BAD_FRAME)
            return
        if self._early is None:
            _HANDLED[type(message)](self, message)
        elif isinstance(message, Hello) and self.session is None and not self._early:
            self.session = ""
            self._timer.cancel()
            self.house.spawn(self._enter(message))
        elif self.session is None or isinstance(message, Hello) or len(self._early) >= _EARLY:
            self.close(BAD_FRAME)
        else:
            self._early.append(message)

    def _too_many(self, frame: bytes | str, wait_s: float) -> None:
        self._over += 1
        if self._over * self._step > _FLOOD_S:
            self.close(FLOOD)
        else:
            self._refuse_unread(frame, TooMany(max(1, round(wait_s * 1000))))

    def _misread(self, frame: bytes | str, fault: str) -> None:
        detail, _, path = fault.partition(" - at `$")
        if path.startswith(".type") or "`type`" in detail or (not path and detail.startswith("Expected")):
            self.close(BAD_FRAME)
            return
        field = detail.split("`")[1] if not path and "`" in detail else path.strip("`.")
        self._refuse_unread(frame, Invalid(f"{detail}.", field=field))

    def _refuse_unread(self, frame: bytes | str, why: Problem) -> None:
        """Refuses a frame that was not read as a message, by what can be made out of it."""
        try:
            told = msgspec.json.decode(frame)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.close(BAD_FRAME)
            return
        topic, name = (told.get("topic"), told.get("id")) if isinstance(told, dict) else (None, None)
        self.refuse(why, topic if isinstance(topic, str) else UNSET, name if isinstance(name, str) else UNSET)

    def _no_hello(self) -> None:
        if self._early is not None:
            self.close(SLOW)

    async def _enter(self, hello: Hello) -> None:
        try:
            entered = await work.run(entering.enter, hello.ticket, hello.token, self.connection)
            if self.gone:
                self.house.give_back(entered.player, self.connection)
                return
            self.player = entered.player
            self.house.enter(self, entered.token)
        except (NoSession, SessionEnded) as ended:
            self.refuse(ended)
            self.close(SIGNED_OUT)
            return
        except Exception as error:
            self.refuse(error)
            self.close(FLOOD if isinstance(error, TooMany) else RESTART)
            return
        self.session = entered.token
        self.legal = hello.legal
        who = {"id": self.player.public_id, "name": self.player.name}
        self.send(encode(Welcome(who, rfc3339(now_ms()), PING_MS, entered.live)))
        early, self._early = self._early or [], None
        for topic, seq in hello.resume.items():
            self.follow(topic, seq)
        for message in early:
            if not self.gone:
                _HANDLED[type(message)](self, message)

    # ---- what messages do --------------------------------------------------------------------------

    def _command(self, message: GameCommand) -> None:
        seat = self.following.get(message.topic)
        if type(seat) is not Seat:
            seat = self._open_seat(message.topic, message.id)
        if seat is not None:
            seat.take(self, message)

    def _open_seat(self, topic: str, name: Any) -> Seat | None:
        kind, _, public_id = topic.partition(":")
        if kind != "game" or not is_public_id(public_id):
            self.refuse(NotFound(), topic, name)
            return None
        if not self._has_room(topic, name):
            return None
        seat = self.house.seat(self.player.pk, public_id)
        self.following[topic] = seat
        return seat

    def _has_room(self, topic: str, name: Any = UNSET) -> bool:
        if topic in self.following or len(self.following) < TOPICS:
            return True
        problem = Invalid(f"A socket follows {TOPICS} topics at most.", field="topic", params={"limit": TOPICS})
        self.refuse(problem, topic, name)
        return False

    def _watch(self, message: Watch) -> None:
        self.follow(message.topic, None, message.code)

    def follow(self, topic: str, seq: int | None, code: str | None = None) -> None:
        kind, _, public_id = topic.partition(":")
        if kind == "game":
            seat = self._open_seat(topic, UNSET)
            if seat is not None:
                seat.take(self, Watching(seq))
        elif topic == LOBBY or (kind == "race" and is_public_id(public_id)):
            if self._has_room(topic):
                followed = self.house.lobby if topic == LOBBY else self.house.room(public_id)
                self.following[topic] = followed
                followed.follow(self, seq, code)
        else:
            self.refuse(NotFound(), topic)

    def _unwatch(self, message: Unwatch) -> None:
        followed = self.following.pop(message.topic, None)
        if followed is not None:
            followed.leave(self)

    def follows(self, topic: str) -> bool:
        return topic in self.following

    def unfollow(self, topic: str) -> None:
        self.following.pop(topic, None)

    def _ping(self, message: Ping) -> None:
        for followed in self.following.values():
            if type(followed) is Seat:
                followed.sign()
        self.send(encode(Pong(rfc3339(now_ms()))))

    def _race(self, message: OnRace) -> None:
        waiting = self._on_races.get(message.topic)
        if waiting is None:
            self._on_races[message.topic] = deque([message])
            self.house.spawn(self._carry_out_all(message.topic))
        elif len(waiting) < INBOX:
            waiting.append(message)
        else:
            self.refuse(Busy(), message.topic, message.id)

    async def _carry_out_all(self, topic: str) -> None:
        """The commands on a race, in the order in which they came."""
        waiting = self._on_races[topic]
        while waiting:
            await self._carry_out(waiting[0])
            waiting.popleft()
        del self._on_races[topic]

    async def _carry_out(self, message: OnRace) -> None:
        kind, _, public_id = message.topic.partition(":")
        try:
            if kind != "race" or not is_public_id(public_id):
                raise NotFound()
            if not message.id.isprintable():
                raise Invalid("An id has 1 to 64 printable characters.", field="id")
            seq, repeated = await work.run(racing.carry_out, self.player, public_id, message)
        except Exception as error:
            self.refuse(error, message.topic, message.id)
        else:
            self.send(encode(Done(message.topic, message.id, seq, repeated)))

    def _hello_again(self, message: Hello) -> None:
        self.close(BAD_FRAME)

    # ---- the end -----------------------------------------------------------------------------------

    def close(self, code: int) -> None:
        """Closes the socket with this code, and forgets it."""
        if not self.gone:
            self.leave()
            self.outlet.close(code)

    def leave(self) -> None:
        """The client has gone, or goes."""
        if self.gone:
            return
        self.gone = True
        self._timer.cancel()
        for followed in self.following.values():
            followed.leave(self)
        self.following.clear()
        self.house.closed(self)


_HANDLED: dict[type, Callable[[Socket, Any], None]] = {
    **dict.fromkeys(GameCommand.__args__, Socket._command),
    **dict.fromkeys(OnRace.__args__, Socket._race),
    Watch: Socket._watch,
    Unwatch: Socket._unwatch,
    Ping: Socket._ping,
    Hello: Socket._hello_again,
}
