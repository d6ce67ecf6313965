"""A game in play: in memory here, judged here, one command after another, each acknowledged once it is on disk."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.db import DatabaseError
from msgspec import UNSET, UnsetType

from accounts.problems import Busy, NotFound, Problem
from games.actions.answer import Answer
from games.actions.now import now_ms
from games.actions.play import Command, Hand, with_stop
from games.actions.problems import Stale
from games.journal import Entry
from games.journal.entry import digest_of_move
from games.klondike.errors import Invalid, Refusal
from games.klondike.history import History
from games.klondike.moves import REDEAL, parse_move
from games.klondike.sight import Shown, show_event
from games.live import work
from games.live.peer import Peer
from games.live.reading import Part, Reading, look_at_other, read_game, show
from games.live.shown import show_answer, show_move
from games.live.verbs import Verb, understand
from games.live.writer import Writer
from games.messages import GameCommand, Move, Snapshot, encode
from games.models import Game

INBOX = 64
"""More commands than so many that wait for the one before are refused as `busy`."""

MOST_MISSED = 200
"""Who has missed more events gets the game whole."""

_RETRY_S = 0.5
_FOREVER = 2**63


class Watching(NamedTuple):
    """Someone follows the game from event `seq` on; None: from its present state."""

    seq: int | None
    id: UnsetType = UNSET


class House(Protocol):
    """What a seat needs of the process it is in."""

    writer: Writer

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs it to its end."""
        ...

    def played(self, seat: Seat) -> None:
        """The game has moved on, and the move is on disk."""
        ...

    def empty(self, seat: Seat) -> None:
        """Nobody follows the game any more."""
        ...


class Wanted(NamedTuple):
    """The command that is being written: what to tell whom once it is."""

    peer: Peer
    message: GameCommand
    steps: list[History]
    verb: Verb | None


class Seat:
    """`history` is the game as it is on disk, as far as is known here; `kept` the version that its row holds.

    While `busy` something is being read or written, and what comes in waits in the inbox, in order.
    """

    __slots__ = (
        *("busy", "ends_at", "entry", "followers", "game", "history", "house", "inbox", "kept", "limit", "look_again"),
        *("number", "part", "player", "public_id", "seen_at", "told", "topic", "wanted", "watched"),
    )

    game: Game
    history: History
    entry: Entry
    wanted: Wanted

    def __init__(self, house: House, player: int, public_id: str) -> None:
        self.house = house
        self.player = player
        self.public_id = public_id
        self.topic = f"game:{public_id}"
        self.followers: list[Peer] = []
        self.inbox: deque[tuple[Peer, GameCommand | Watching]] = deque()
        self.told: dict[str, int | None] = {}
        self.part: Part | None = None
        self.seen_at = 0
        self.kept = 0
        self.number = 0
        self.limit: int = settings.LIMIT_GAME_EVENTS
        self.ends_at = _FOREVER
        self.look_again = False
        self.watched = False
        self.busy = True
        house.spawn(self._load())

    # ---- what comes in -----------------------------------------------------------------------------

    def take(self, peer: Peer, message: GameCommand | Watching) -> None:
        """Does what the message asks, now or when what came before is done."""
        if not self.busy:
            self._do(peer, message)
        elif len(self.inbox) < INBOX:
            self.inbox.append((peer, message))
        else:
            peer.refuse(Busy(), self.topic, message.id)

    def leave(self, peer: Peer) -> None:
        """The peer follows no more."""
        if peer in self.followers:
            self.followers.remove(peer)
        if not self.followers and not self.busy:
            self.house.empty(self)

    def look(self) -> None:
        """The log may have grown by another's hand."""
        if self.busy:
            self.look_again = True
        else:
            self._read()

    def sign(self) -> None:
        """A sign of life from the player, which keeps the clock running unless it stands."""
        if not self.busy:
            now = now_ms()
            if self.history.clock.sees(self.seen_at, now):
                self.seen_at = now

    # ---- one thing after another -------------------------------------------------------------------

    def _do(self, peer: Peer, message: GameCommand | Watching) -> None:
        if type(message) is Move:
            self._move(peer, message)
        elif isinstance(message, Watching):
            self._watch(peer, message)
        else:
            self._command(peer, message)

    def _move(self, peer: Peer, message: Move) -> None:
        """The one command that comes thousands of times a second: what it needs least often is left to `_command`."""
        history, name = self.history, message.id
        if message.after != history.event.number or name in self.told or peer not in self.followers:
            self._command(peer, message)
            return
        at = now_ms()
        try:
            game = history.play(parse_move(message.move), at, seen_at=self.seen_at)
        except Refusal as refusal:
            peer.refuse(refusal, self.topic, name)
            return
        unusual = game.over or game.rules.finish == "automatic" or at > self.ends_at or not name.isprintable()
        if unusual or game.event.number > self.limit:
            self._command(peer, message)
            return
        asked = digest_of_move(message.after, message.move)
        self._write(Entry(self.number, (game.event,), name, asked), Wanted(peer, message, [game], None))

    def _write(self, entry: Entry, wanted: Wanted) -> None:
        self.entry, self.wanted = entry, wanted
        try:
            self.house.writer.put(self)
        except Busy as busy:
            wanted.peer.refuse(busy, self.topic, wanted.message.id)
        else:
            self.busy = True

    def _command(self, peer: Peer, message: GameCommand) -> None:
        self._follow(peer)
        try:
            verb = understand(message)
            if message.id in self.told or verb.decide is None:
                self._act(peer, message, verb)
                return
            if not message.id.isprintable():
                raise Invalid(reason="An id has 1 to 64 printable characters.", field="id")
            history = self.history
            if message.after != history.event.number:
                self._stale(peer, message)
                return
            at = now_ms()
            steps = verb.decide(Hand(history, at, self.seen_at))
            last = steps[-1]
            if last.over or at > self.ends_at or last.event.number > self.limit:
                self._act(peer, message, verb)
                return
            entry = Entry(self.number, [step.event for step in steps], message.id, verb.digest)
            self._write(entry, Wanted(peer, message, steps, verb))
        except (Refusal, Problem) as refusal:
            peer.refuse(refusal, self.topic, message.id)

    def _next(self) -> None:
        self.busy = False
        inbox = self.inbox
        while inbox and not self.busy:
            self._do(*inbox.popleft())
        if self.look_again and not self.busy:
            self.look_again = False
            self._read()
        if not self.followers and not self.busy:
            self.house.empty(self)

    def _watch(self, peer: Peer, wish: Watching) -> None:
        version = self.history.event.number
        if wish.seq == version:
            self._follow(peer)
        else:
            self._spawn(self._show(peer, wish.seq))

    def _follow(self, peer: Peer) -> None:
        if peer not in self.followers and not peer.gone:
            self.followers.append(peer)

    def _stale(self, peer: Peer, message: GameCommand) -> None:
        version = self.history.event.number
        if message.after > version:
            peer.refuse(Stale(version, []), self.topic, message.id)
        else:
            self._spawn(self._tell_stale(peer, message))

    def _act(self, peer: Peer, message: GameCommand, verb: Verb) -> None:
        self._spawn(self._act_elsewhere(peer, message, verb))

    # ---- from the writer ---------------------------------------------------------------------------

    def committed(self) -> None:
        """The writer's word: `wanted` is on disk."""
        peer, message, steps, verb = self.wanted
        before, self.history = self.history, steps[-1]
        self.told[message.id] = self.entry.digest
        followers = self.followers
        if type(message) is Move and len(followers) == 1 and followers[0] is peer and message.move != REDEAL.text:
            peer.send(encode(show_move(self.topic, before, self.history, name=message.id, legal=peer.legal)))
        else:
            answer = Answer(before, steps)
            if verb is not None and verb.moves is not None and len(verb.moves) > len(steps):
                answer = with_stop(answer, verb.moves)
            self._tell(answer, peer, message.id)
        self.house.played(self)
        if self.inbox or self.look_again or not followers:
            self._next()
        else:
            self.busy = False

    def lost(self) -> None:
        """The writer's word: another was first. Having read the log the command is looked at again: its id may be
        known by now, else it is stale."""
        self.inbox.appendleft(self.wanted[:2])
        self._read()

    def failed(self) -> None:
        """The writer's word: nobody knows. The client may ask again; the log tells by then."""
        peer, message, *_ = self.wanted
        peer.refuse(Busy(), self.topic, message.id)
        self._read()

    # ---- from and to the database ------------------------------------------------------------------

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        self.busy = True
        self.house.spawn(job)

    def _read(self) -> None:
        self._spawn(self._read_on())

    async def _load(self) -> None:
        while True:
            try:
                self._take_over(await work.run(read_game, self.player, self.public_id))
                break
            except NotFound:
                await self._turn_away()
                return
            except DatabaseError:
                await self._wait()
        self._next()

    async def _read_on(self) -> None:
        """Reads what others have appended, and tells it to all who follow."""
        while True:
            try:
                read = await work.run(read_game, self.player, self.public_id, self.history.event.number)
                break
            except NotFound:  # the game has another player now
                await self._turn_away()
                return
            except DatabaseError:
                await self._wait()
        self._take_over(read)
        if read.steps:
            self._tell(Answer(read.before, read.steps), None)
            self.house.played(self)
        self._next()

    async def _wait(self) -> None:
        """The database is away: what has come in so far is refused, and then one looks again."""
        while self.inbox:
            peer, message = self.inbox.popleft()
            peer.refuse(Busy(), self.topic, message.id)
        await asyncio.sleep(_RETRY_S)

    async def _show(self, peer: Peer, seq: int | None) -> None:
        """Brings someone who begins to follow up to date."""
        try:
            if seq is not None and 0 < self.history.event.number - seq <= MOST_MISSED:
                read = await work.run(read_game, self.player, self.public_id, seq)
                # The log may have grown since; the others who follow are told of that by a look of their own.
                self.look_again = read.history.event.number > self.history.event.number or self.look_again
                answer = Answer(read.before, read.steps)
                peer.send(encode(show_answer(self.topic, answer, legal=peer.legal)))
            else:
                peer.send(encode(await self._snapshot(peer)))
        except (Problem, DatabaseError) as error:
            peer.refuse(error, self.topic)
        else:
            self._follow(peer)
        self._next()

    async def _snapshot(self, peer: Peer) -> Snapshot:
        if self.history.over:  # its deal may have been opened since
            self._take_over(await work.run(read_game, self.player, self.public_id))
        game: Shown = await work.run(show, self.game, self.history, legal=peer.legal)
        return Snapshot(self.topic, self.history.event.number, game=game)

    async def _tell_stale(self, peer: Peer, message: GameCommand) -> None:
        try:
            read = await work.run(read_game, self.player, self.public_id, message.after)
            befores = [read.before, *read.steps]
            events = [show_event(step.event, before) for before, step in zip(befores, read.steps, strict=False)]
            peer.refuse(Stale(read.history.event.number, events), self.topic, message.id)
        except (Problem, DatabaseError) as error:
            peer.refuse(error, self.topic, message.id)
        self._next()

    async def _act_elsewhere(self, peer: Peer, message: GameCommand, verb: Verb) -> None:
        """Has the command carried out as it is over HTTP: it ends a game, or was sent before, or seldom comes."""
        command = Command(message.after, message.id, verb.digest)
        try:
            answer = await work.run(verb.act, self.player, self.public_id, command)
        except Exception as error:
            peer.refuse(error, self.topic, message.id)
            self._read()
            return
        steps = self._joined(answer)
        if steps is None:
            peer.send(encode(show_answer(self.topic, answer, name=message.id, legal=peer.legal)))
            self._read()
            return
        self.told[message.id] = verb.digest
        before, self.history = self.history, steps[-1] if steps else self.history
        self.kept = self.history.event.number
        self._tell(answer._replace(before=before, steps=steps), peer, message.id)
        self.house.played(self)
        self._next()

    def _joined(self, answer: Answer) -> list[History] | None:
        """The steps of an answer on this seat's own history, past and all; None where they don't follow on it."""
        if answer.latest is not None or answer.before.event.number != self.history.event.number:
            return None
        steps = []
        history = self.history
        for step in answer.steps:
            history = history.apply(step.event)
            steps.append(history)
        return steps

    def _take_over(self, read: Reading) -> None:
        self.game, self.history, self.told, self.part = read.game, read.history, read.told, read.part
        self.number = read.game.pk
        self.kept = read.game.version
        self.seen_at = max(self.seen_at, read.game.seen_at)
        self.ends_at = read.part.ends_at if read.part and read.part.ends_at is not None else _FOREVER

    async def _turn_away(self) -> None:
        """The game isn't this player's: others' may be looked at once they are over."""
        for peer in self.followers:
            peer.unfollow(self.topic)
        self.followers.clear()
        while self.inbox:
            peer, message = self.inbox.popleft()
            peer.unfollow(self.topic)
            try:
                if not isinstance(message, Watching):
                    raise NotFound()
                version, game = await work.run(look_at_other, peer.player, self.public_id)
                peer.send(encode(Snapshot(self.topic, version, game=game)))
            except (Problem, DatabaseError) as error:
                peer.refuse(error, self.topic, message.id)
        self.house.empty(self)

    # ---- what goes out -----------------------------------------------------------------------------

    def _tell(self, answer: Answer, origin: Peer | None, name: str | UnsetType = UNSET) -> None:
        """The answer to whoever commanded, the same without their id to all others who follow."""
        followers = self.followers
        if origin is not None:
            origin.send(encode(show_answer(self.topic, answer, name=name, legal=origin.legal)))
            if len(followers) == 1 and followers[0] is origin:
                return
        for peer in followers:
            if peer is not origin:
                peer.send(encode(show_answer(self.topic, answer, legal=peer.legal)))
