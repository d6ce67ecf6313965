"""How many sockets a player holds in all processes, counted in Redis.

Each is a member of the player's set, with the time until which it counts; its process prolongs that. So a process that
dies leaves nothing that counts for long, and while Redis is away each process counts its own.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import NamedTuple

import redis
from django.conf import settings

from accounts.problems import TooMany
from games.actions.now import now_ms
from games.broadcast import brief

LEASE_MS = 20_000
"""Prolong it at least twice as often."""

_log = logging.getLogger(__name__)


class Held(NamedTuple):
    """A socket: the player's id, and the name of the connection."""

    player: str
    connection: str


def take(held: Held) -> None:
    """Counts one more. Raises `TooMany` past the limit; two at once that would both be the last may both be refused."""
    if not settings.REDIS_URL:
        return
    now, key = now_ms(), _key(held.player)
    try:
        with brief().pipeline() as line:
            line.zremrangebyscore(key, 0, now)
            line.zadd(key, {held.connection: now + LEASE_MS})
            line.zcard(key)
            line.pexpire(key, LEASE_MS)
            *_, number, _ = line.execute()
    except redis.RedisError as away:
        _log.warning("sockets are counted here alone, Redis is away: %s", away)
        return
    if number > settings.LIMIT_SOCKETS:
        give_back([held])
        raise TooMany(LEASE_MS)


def prolong(all_held: Iterable[Held]) -> None:
    """These live on."""
    until = now_ms() + LEASE_MS
    commands: list[tuple[str | int, ...]] = []
    for player, connection in all_held:
        commands += ("ZADD", _key(player), until, connection), ("PEXPIRE", _key(player), LEASE_MS)
    _tell(commands)


def give_back(all_held: Iterable[Held]) -> None:
    """These are closed."""
    _tell([("ZREM", _key(held.player), held.connection) for held in all_held])


def _tell(commands: list[tuple[str | int, ...]]) -> None:
    """What fails here is made good when leases run out, or are prolonged."""
    if not settings.REDIS_URL or not commands:
        return
    try:
        with brief().pipeline(transaction=False) as line:
            for command in commands:
                line.execute_command(*command)  # type: ignore[no-untyped-call]
            line.execute()
    except redis.RedisError as away:
        _log.warning("sockets can't be counted, Redis is away: %s", away)


def _key(player: str) -> str:
    return f"klondike:sockets:{player}"
