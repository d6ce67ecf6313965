"""A race that someone here follows: its own events in order, and between them how far everybody has come."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from itertools import count
from typing import Any, Protocol

from msgspec import Struct

from accounts.problems import NotFound
from games.klondike.sight import Shown
from games.live import racing, work
from games.live.peer import Peer
from games.live.racing import Read, Viewer
from games.messages import (
    Countdown,
    Finished,
    Out,
    Presence,
    Progress,
    Race,
    RematchOpened,
    Snapshot,
    Started,
    encode,
)
from games.models.race import OVER

MOST_MISSED = 200
_log = logging.getLogger(__name__)


class House(Protocol):
    """What a room needs of the process it is in."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None: ...

    def closed_room(self, room: Room) -> None:
        """Nobody follows it any more."""
        ...

    def seated(self, peer: Peer) -> None:
        """The peer follows a race in which its player has a seat."""
        ...


class Follower(Struct):
    """`seq` is the number of the last event that it was told."""

    peer: Peer
    seq: int


class Room:
    """`seq` is the number of the last event that was read; `here` who was told to be there, by player; `coming` who has
    asked to follow and has no answer yet, by the number of the visit."""

    def __init__(self, house: House, race: str) -> None:
        self.house = house
        self.race = race
        self.topic = f"race:{race}"
        self.seq = 0
        self.followers: dict[Peer, Follower] = {}
        self.coming: dict[int, Peer] = {}
        self._visits = count()
        self.progress: dict[str, Progress] = {}
        self.here: dict[str, bool] = {}
        self.over = False
        self.busy = False
        self.look_again = False

    def follow(self, peer: Peer, seq: int | None, code: str | None) -> None:
        """Has a socket follow the race: from its present state, or from event `seq` on."""
        visit = next(self._visits)
        self.coming[visit] = peer
        self.house.spawn(self._join(visit, peer, seq, code))

    def leave(self, peer: Peer) -> None:
        """The socket follows no more."""
        self.followers.pop(peer, None)
        for visit in [visit for visit, other in self.coming.items() if other is peer]:
            del self.coming[visit]
        self._close_if_empty()

    def look(self) -> None:
        """Something may have happened."""
        if self.busy:
            self.look_again = True
        elif self.followers:
            self.busy = True
            self.house.spawn(self._look())

    def advance(self, progress: Progress) -> None:
        """A player has come so far."""
        known = self.progress.get(progress.player)
        if self.over or (known is not None and known.version > progress.version):
            return
        self.progress[progress.player] = progress
        message = encode(progress)
        for peer in self.followers:
            if peer.player.public_id != progress.player:
                peer.send(message)

    async def _join(self, visit: int, peer: Peer, seq: int | None, code: str | None) -> None:
        try:
            joined = await work.run(racing.join, peer.player, self.race, code, peer.connection, legal=peer.legal)
        except Exception as error:
            left = self.coming.pop(visit, None) is None
            peer.refuse(error, self.topic)
            if not left:  # else it may be back by now, here or in another room for the same race
                self._let_go(peer)
            return
        if self.coming.pop(visit, None) is None:
            return
        if joined.seated:
            self.house.seated(peer)
        if seq is None or not 0 <= joined.seq - seq <= MOST_MISSED:
            seq = joined.seq
            game = joined.game
            peer.send(encode(Snapshot(self.topic, seq, race=self._with_progress(joined.race), game=game)))
            if game is not None:
                peer.follow(f"game:{game['id']}", game["version"])
        self.followers[peer] = Follower(peer, seq)
        if not self.seq:
            self.seq = joined.seq
            self._note_presence(joined.race)
        if self.seq != seq or self.seq != joined.seq:
            self.look()
        else:
            for other in self.followers:
                if other is not peer:
                    self._tell_presence(other, joined.race)
            self._note_presence(joined.race)

    def _let_go(self, peer: Peer) -> None:
        """The peer was refused; it stays where it follows already, or has asked once more."""
        if peer not in self.followers and peer not in self.coming.values():
            peer.unfollow(self.topic)
        self._close_if_empty()

    async def _look(self) -> None:
        after = min((follower.seq for follower in self.followers.values()), default=self.seq)
        viewers = {Viewer(peer.player.pk, peer.legal) for peer in self.followers}
        try:
            self._tell(await work.run(racing.read, self.race, after, viewers))
        except Exception as error:
            _log.warning("%s can't be read: %s", self.topic, error)
            self.look_again = False  # the next look around comes by itself
        self.busy = False
        if self.look_again:
            self.look_again = False
            self.look()

    def _tell(self, read: Read) -> None:
        self.seq = max(self.seq, read.seq)
        for follower in list(self.followers.values()):
            peer = follower.peer
            player = peer.player.pk
            if player in read.strangers:
                del self.followers[peer]
                peer.refuse(NotFound(), self.topic)
                self._let_go(peer)
                continue
            if player not in read.races:  # it came while one was looking
                self.look_again = True
                continue
            race = self._with_progress(read.races[player])
            for event in read.events:
                if event["number"] > follower.seq:
                    follower.seq = event["number"]
                    self._tell_event(peer, event, race, read.games.get(player))
            self._tell_presence(peer, race)
        for race in list(read.races.values())[:1]:
            self._note_presence(race)

    def _tell_event(self, peer: Peer, event: Shown, race: Shown, game: Shown | None) -> None:
        kind, seq = event["type"], event["number"]
        message: Out
        if kind == "countdown":
            message = Countdown(self.topic, seq, event["starts_in_ms"] or 0)
        elif kind == "started" and event["player"] in (None, peer.player.public_id):
            message = Started(self.topic, seq, race, game)
        elif kind in ("finished", "void"):
            message = Finished(self.topic, seq, event["reason"], race["players"], race["reveal"], race)
        elif kind == "rematch":
            message = RematchOpened(self.topic, seq, event["race"], event["player"])
        else:
            message = Race(self.topic, seq, race)
        peer.send(encode(message))
        if isinstance(message, Started) and game is not None:
            peer.follow(f"game:{game['id']}", game["version"])

    def _tell_presence(self, peer: Peer, race: Shown) -> None:
        for player in _seated(race):
            known = self.here.get(player["id"])
            if known is not None and known != player["connected"] and player["id"] != peer.player.public_id:
                presence = Presence(self.topic, self.seq, player["id"], player["connected"], player["back_in_ms"])
                peer.send(encode(presence))

    def _note_presence(self, race: Shown) -> None:
        self.here = {player["id"]: player["connected"] for player in _seated(race)}
        self.over = race["status"] in OVER

    def _with_progress(self, race: Shown) -> Shown:
        """Rows lag while a game is played: what was heard since is put in their place."""
        if race["status"] != "running":
            return race
        return {**race, "players": [self._present(player) for player in race["players"]]}

    def _present(self, player: Shown) -> Shown:
        known = self.progress.get(player["id"])
        if known is None or player["outcome"] is not None or player["ghost"]:
            return player
        return {
            **player,
            "home": known.home,
            "face_down": known.face_down,
            "moves": known.moves,
            "points": known.points,
        }

    def _close_if_empty(self) -> None:
        if not self.followers and not self.coming:
            self.house.closed_room(self)


def _seated(race: Shown) -> list[Shown]:
    """Who comes and goes. A ghost does neither, and may be the past of one who does."""
    return [player for player in race["players"] if not player["ghost"]]
