"""A socket as games and races see it."""

from __future__ import annotations

import logging
from typing import Protocol

from msgspec import UNSET, UnsetType

from accounts.models import Player
from accounts.problems import Busy, Problem
from games.actions.problems import problem_of
from games.klondike.errors import Refusal
from games.live import work
from games.messages import Refused, encode

_log = logging.getLogger(__name__)


class Outlet(Protocol):
    """The way out to a client. Neither waits; after `close`, or once the client has gone, nothing happens."""

    def send(self, data: bytes) -> None: ...

    def close(self, code: int) -> None: ...


class Peer:
    """`legal`: its answers list the legal moves. `connection` names it among all sockets of all processes. `gone`: it
    is closed, or about to be."""

    __slots__ = ("connection", "gone", "legal", "outlet", "player", "send")

    player: Player

    def __init__(self, outlet: Outlet, connection: str) -> None:
        self.outlet = outlet
        self.send = outlet.send
        self.connection = connection
        self.legal = False
        self.gone = False

    def follow(self, topic: str, seq: int | None) -> None:
        """Begins to follow a topic, from event `seq` on."""
        raise NotImplementedError

    def follows(self, topic: str) -> bool:
        """Whether it still wants to be told of a topic, or has something under way there."""
        raise NotImplementedError

    def unfollow(self, topic: str) -> None:
        """Follows a topic no more, or never did."""
        raise NotImplementedError

    def refuse(self, why: Exception, topic: str | UnsetType = UNSET, name: str | UnsetType = UNSET) -> None:
        """Tells why something was not done. What is no refusal is a fault of ours: logged, and told as `busy`, since
        whether it was done isn't known."""
        if isinstance(why, Refusal):
            why = problem_of(why)
        elif isinstance(why, work.AWAY):
            _log.warning("%s waits for the database: %s", topic or "a message", why)
            why = Busy()
        elif not isinstance(why, Problem):
            _log.error("%s could not be served", topic or "a message", exc_info=why)
            why = Busy()
        self.send(encode(Refused(why.document(), topic, name)))
