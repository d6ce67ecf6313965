"""A game in play: in memory here, judged here, one command after another, each acknowledged once it is on disk."""

from __future__ import annotations

from array import array
from collections.abc import Coroutine
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from accounts.problems import Busy, Problem
from games.actions.answer import Answer
from games.actions.now import now_ms
from games.actions.play import Hand, with_stop
from games.journal import Entry
from games.journal.entry import digest_of_move
from games.klondike.errors import Invalid, Refusal
from games.klondike.events import EventType
from games.klondike.history import History
from games.klondike.moves import REDEAL, parse_move
from games.live import errands
from games.live.peer import Peer
from games.live.shown import show_move
from games.live.table import AT_HAND, MOST_AT_HAND, House, Table, Watching
from games.live.verbs import Verb, understand
from games.messages import GameCommand, Move, encode

KEPT = 128
"""Of a game's commands the ids of at least so many stay at hand, and of at most twice as many: few games have more."""

INBOX = 64
"""More commands than so many that wait for the one before are refused as `busy`."""


class Wanted(NamedTuple):
    """The command that is being written: what to tell whom once it is."""

    peer: Peer
    message: GameCommand
    steps: list[History]
    verb: Verb | None


# See `games.klondike.position`: these are made with every move.
_entry, _wanted = partial(tuple.__new__, Entry), partial(tuple.__new__, Wanted)
_PLAYED = EventType.PLAYED


class Seat(Table):
    """A game in play. `entry` is being written, `wanted` says for whom."""

    __slots__ = ("entry", "wanted")

    entry: Entry
    wanted: Wanted

    def __init__(self, house: House, player: int, public_id: str) -> None:
        super().__init__(house, player, public_id)
        house.spawn(errands.load(self))

    # ---- what comes in -----------------------------------------------------------------------------

    def take(self, peer: Peer, message: GameCommand | Watching) -> None:
        """Does what the message asks, now or when what came before is done."""
        if not self.busy:
            self._do(peer, message)
        elif len(self.inbox) < INBOX:
            self.inbox.append((peer, message))
        else:
            self.refuse(peer, Busy(), message.id)

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
            self.read()

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
        if message.after != history.event.number or self.knows(name) or peer not in self.followers:
            self._command(peer, message)
            return
        at = now_ms()
        try:
            game = history.play(parse_move(message.move), at, seen_at=self.seen_at)
        except Refusal as refusal:
            if history.over:
                self._command(peer, message)
            else:
                peer.refuse(refusal, self.topic, name)
            return
        unusual = game.over or game.rules.finish == "automatic" or at > self.ends_at or not name.isprintable()
        if unusual or game.event.number > self.limit:
            self._command(peer, message)
            return
        asked = digest_of_move(message.after, message.move)
        self._write(_entry((self.number, (game.event,), name, asked, None)), _wanted((peer, message, [game], None)))

    def _write(self, entry: Entry, wanted: Wanted) -> None:
        self.entry, self.wanted = entry, wanted
        try:
            self.house.writer.put(self)
        except Busy as busy:
            wanted.peer.refuse(busy, self.topic, wanted.message.id)
        else:
            self.busy = True

    def _command(self, peer: Peer, message: GameCommand) -> None:
        self.follow(peer)
        try:
            if not message.id.isprintable():
                raise Invalid(reason="An id has 1 to 64 printable characters.", field="id")
            verb = understand(message)
            history = self.history
            stopped = history.over and self.part is not None  # by the race, maybe, and then that is the reason
            if verb.decide is None or stopped or self.knows(message.id):
                self._act(peer, message, verb)
                return
            if message.after != history.event.number:
                self._spawn(errands.tell_stale(self, peer, message))
                return
            at = now_ms()
            try:
                steps = verb.decide(Hand(history, at, self.seen_at))
            except LookupError:  # it takes back more than is at hand
                self._act(peer, message, verb)
                return
            last = steps[-1]
            if last.over or at > self.ends_at or last.event.number > self.limit:
                self._act(peer, message, verb)
                return
            entry = Entry(self.number, [step.event for step in steps], message.id, verb.digest)
            self._write(entry, Wanted(peer, message, steps, verb))
        except (Refusal, Problem) as refusal:
            peer.refuse(refusal, self.topic, message.id)

    def next(self) -> None:
        self.busy = False
        inbox = self.inbox
        while inbox and not self.busy:
            self._do(*inbox.popleft())
        if self.look_again and not self.busy:
            self.look_again = False
            self.read()
        if not self.followers and not self.busy:
            self.house.empty(self)

    def _watch(self, peer: Peer, wish: Watching) -> None:
        version = self.history.event.number
        if wish.seq == version:
            self.follow(peer)
        else:
            self._spawn(errands.show_to(self, peer, wish.seq))

    def _act(self, peer: Peer, message: GameCommand, verb: Verb) -> None:
        self._spawn(errands.act_elsewhere(self, peer, message, verb))

    # ---- from the writer ---------------------------------------------------------------------------

    def committed(self) -> None:
        """The writer's word: `wanted` is on disk."""
        peer, message, steps, verb = self.wanted
        before, self.history = self.history, steps[-1]
        self.told[message.id] = self.entry.digest
        self.held += len(steps)
        if self.held > MOST_AT_HAND and self.history.event.type is _PLAYED:
            self._shed()
        followers = self.followers
        if type(message) is Move and len(followers) == 1 and followers[0] is peer and message.move != REDEAL.text:
            peer.send(encode(show_move(self.topic, self.history, name=message.id, legal=peer.legal)))
        else:
            answer = Answer(before, steps)
            if verb is not None and verb.moves is not None and len(verb.moves) > len(steps):
                answer = with_stop(answer, verb.moves)
            self.tell(answer, peer, message.id)
        self.house.played(self)
        if self.inbox or self.look_again or not followers:
            self.next()
        else:
            self.busy = False

    def _shed(self) -> None:
        """Lets go of what only long games have and hardly ever need; the log has it."""
        self.history, self.held = self.history.shortened(AT_HAND), AT_HAND
        if len(self.told) > 2 * KEPT:
            let_go = list(islice(self.told, len(self.told) - KEPT))
            for name in let_go:
                del self.told[name]
            self.shed = array("q", sorted([*self.shed, *map(hash, let_go)]))

    def lost(self) -> None:
        """The writer's word: another was first. Having read the log the command is looked at again: its id may be
        known by now, else it is stale."""
        self.inbox.appendleft(self.wanted[:2])
        self.read()

    def failed(self) -> None:
        """The writer's word: nobody knows. The client may ask again; the log tells by then."""
        peer, message, *_ = self.wanted
        peer.refuse(Busy(), self.topic, message.id)
        self.read()

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        self.busy = True
        self.house.spawn(job)

    def read(self) -> None:
        self._spawn(errands.read_on(self))
