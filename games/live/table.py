"""What a game in memory is made of, and how those who follow it are told."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Coroutine
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from msgspec import UNSET, UnsetType

from games.actions.answer import Answer
from games.klondike.history import History
from games.live.peer import Peer
from games.live.reading import Part, Reading
from games.live.shown import show_answer
from games.live.writer import Writer
from games.messages import GameCommand, encode
from games.models import Game

AT_HAND, MOST_AT_HAND = 2, 5
"""Of a game's moves at least and at most so many stay at hand; once an undo had to look into the log for more, all of
them until the next move. Positions are what the collector has to walk: with 400 games that kept two hundred each it
stopped the process for 0.4 s, and took a sixth of its time even where they kept forty."""

_FOREVER = 2**63


class Watching(NamedTuple):
    """Someone follows the game from event `seq` on; None: from its present state."""

    seq: int | None
    id: UnsetType = UNSET


class House(Protocol):
    """What a game needs of the process it is in."""

    writer: Writer

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs it to its end."""
        ...

    def played(self, table: Any) -> None:
        """The game has moved on, and the move is on disk."""
        ...

    def empty(self, table: Any) -> None:
        """Nobody follows the game any more."""
        ...

    def playing(self, peer: Peer, race: str) -> None:
        """The peer follows its player's game in a race."""
        ...


class Table:
    """`history` is the game as it is on disk, as far as is known here, with at most `held` moves to take back; `kept`
    the version that its row holds, `number` the row's; `told` the ids of the commands in its log, `shed` the hashes of
    those that had to make room, in order: eight bytes each. After `ends_at` the server has the last word.

    While `busy` something is being read or written, and what comes in waits in the inbox, in order.
    """

    __slots__ = (
        *("busy", "ends_at", "followers", "game", "held", "history", "house", "inbox", "kept", "limit", "look_again"),
        *("number", "part", "player", "public_id", "seen_at", "shed", "told", "topic"),
    )

    game: Game
    history: History

    def __init__(self, house: House, player: int, public_id: str) -> None:
        self.house = house
        self.player = player
        self.public_id = public_id
        self.topic = f"game:{public_id}"
        self.followers: list[Peer] = []
        self.inbox: deque[tuple[Peer, GameCommand | Watching]] = deque()
        self.told: dict[str, int | None] = {}
        self.shed = array("q")
        self.held = 0
        self.part: Part | None = None
        self.seen_at = 0
        self.kept = 0
        self.number = 0
        self.limit: int = settings.LIMIT_GAME_EVENTS
        self.ends_at = _FOREVER
        self.look_again = False
        self.busy = True

    def next(self) -> None:
        """What was being read or written is done: on with the inbox."""
        raise NotImplementedError

    def read(self) -> None:
        """Reads what others have appended to the log."""
        raise NotImplementedError

    def follow(self, peer: Peer) -> None:
        """The peer is told of the game's events from now on, unless it has left meanwhile."""
        if peer not in self.followers and peer.follows(self.topic):
            self.followers.append(peer)
            if self.part is not None and not self.history.over:
                self.house.playing(peer, self.part.race)

    def refuse(self, peer: Peer, why: Exception, name: str | UnsetType = UNSET) -> None:
        """Refuses what a peer asked. One that doesn't follow, and has nothing else waiting here, lets go of the game:
        it may be gone from the house when that peer asks again."""
        if peer not in self.followers and all(waiting is not peer for waiting, _ in self.inbox):
            peer.unfollow(self.topic)
        peer.refuse(why, self.topic, name)

    def knows(self, name: str) -> bool:
        """Whether a command in the log has this id; of those that made room some other id may have the same hash."""
        if name in self.told:
            return True
        if not self.shed:
            return False
        hashed = hash(name)
        at = bisect_left(self.shed, hashed)
        return at < len(self.shed) and self.shed[at] == hashed

    def take_over(self, read: Reading) -> None:
        """The game is as it was read."""
        self.game, self.history, self.told, self.part = read.game, read.history, read.told, read.part
        self.shed = array("q")
        self.number = read.game.pk
        # Games that began together don't let go of moves together. What is made and not yet let go sets the collector
        # off: two thousand games in step had it stop the process for 0.1 to 0.2 s every other second.
        self.held = read.history.undo_depth + self.number % (MOST_AT_HAND - AT_HAND)
        self.kept = read.game.version
        self.seen_at = max(self.seen_at, read.game.seen_at)
        self.ends_at = read.part.ends_at if read.part and read.part.ends_at is not None else _FOREVER

    def tell(self, answer: Answer, origin: Peer | None, name: str | UnsetType = UNSET) -> None:
        """The answer to whoever commanded, the same without their id to all others who follow."""
        if origin is not None:
            origin.send(encode(show_answer(self.topic, answer, name=name, legal=origin.legal)))
        if answer.steps:
            self.tell_others(answer, origin)

    def tell_others(self, answer: Answer, origin: Peer | None) -> None:
        """What has happened, to all who follow but one."""
        for peer in self.followers:
            if peer is not origin:
                peer.send(encode(show_answer(self.topic, answer, legal=peer.legal)))
