"""Where one waits for a match, and for tomorrow's deal."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Player
from games.actions.now import moment, now_ms
from games.live.peer import Peer
from games.messages import Daily, Matched, Snapshot, encode
from games.models import Wait

LOBBY = "lobby"


class Lobby:
    """Its messages carry no number: a client that comes back asks over HTTP."""

    def __init__(self) -> None:
        self.followers: set[Peer] = set()
        self._today = moment(now_ms()).date()

    def follow(self, peer: Peer, seq: int | None, code: str | None) -> None:
        self.followers.add(peer)
        peer.send(encode(Snapshot(LOBBY, 0)))

    def leave(self, peer: Peer) -> None:
        self.followers.discard(peer)

    def look_at_the_date(self) -> None:
        """Tells of a day that has begun."""
        today = moment(now_ms()).date()
        if today != self._today:
            self._today = today
            message = encode(Daily(today.isoformat()))
            for peer in self.followers:
                peer.send(message)


def matched_race(player: Player) -> str | None:
    """The race that a player was matched for, unless it is over."""
    wait = Wait.objects.select_related("race").filter(player=player).first()
    return wait.race.public_id if wait and wait.race and not wait.race.over else None


def tell_matched(peers: Iterable[Peer], race: str) -> None:
    """To all sockets of the player."""
    message = encode(Matched(race))
    for peer in peers:
        peer.send(message)
