"""What leaves after a commit: hints that a topic has moved on, never its contents.

A topic is `game:<id>`, `race:<id>`, `player:<id>`, or the name of a matter that concerns every process. A hint may be
lost or doubled without harm: whoever waits reads the log, and looks by itself now and then. Within a process it goes
from hand to hand; between processes Redis carries it, where there is one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import cache
from secrets import token_hex
from threading import Lock, Thread
from typing import NamedTuple

import msgspec
import redis
from django.conf import settings

_LOOK_ANYWAY_S = 5.0
_CHANNEL = "klondike:hints"
_ALL = ""
_log = logging.getLogger(__name__)


class Hint(NamedTuple):
    """`news` is what a hint may say beyond that there is something new: counts that anybody who follows may know."""

    topic: str
    news: dict[str, str | int | bool | None] | None = None


class Ear(NamedTuple):
    """Someone in this process who listens; `hear` is called on `loop`."""

    loop: asyncio.AbstractEventLoop
    hear: Callable[[Hint], None]


EVERYTHING = Hint(_ALL)
"""What an ear hears when hints may have been lost: look at everything."""


class _Parcel(msgspec.Struct, array_like=True):
    sender: str
    hints: list[Hint]


_ears: dict[str, set[Ear]] = {}
_lock = Lock()
_me = token_hex(8)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Parcel).decode


def moved(topic: str) -> None:
    """Tells those who wait for a topic that there is something new. Call it after the commit."""
    tell([Hint(topic)])


def game_moved(public_id: str) -> None:
    """Tells those who wait for a game that its log has grown. Call it after the commit."""
    moved(f"game:{public_id}")


def tell(hints: Sequence[Hint]) -> None:
    """Tells this process and the others. It never fails: hints may be lost."""
    _tell_here(hints)
    publish(hints)


def publish(hints: Sequence[Hint]) -> None:
    """Tells the other processes."""
    if not settings.REDIS_URL:
        return
    try:
        brief().publish(_CHANNEL, _encode(_Parcel(_me, list(hints))))
    except redis.RedisError as away:
        _log.warning("a hint was lost, Redis is away: %s", away)


def listen(hear: Callable[[Hint], None], topic: str = _ALL) -> Ear:
    """Has `hear` called on the running loop for each hint on a topic, or on all; `unlisten` ends it."""
    if settings.REDIS_URL:
        _reader()
    ear = Ear(asyncio.get_running_loop(), hear)
    with _lock:
        _ears.setdefault(topic, set()).add(ear)
    return ear


def unlisten(ear: Ear, topic: str = _ALL) -> None:
    """Nothing happens where it listens no more."""
    with _lock:
        ears = _ears.get(topic, set())
        ears.discard(ear)
        if not ears:
            _ears.pop(topic, None)


async def moves(topic: str, wait_s: float) -> None:
    """Returns when there may be something new, or after `wait_s` seconds."""
    news = asyncio.Event()
    ear = listen(lambda _: news.set(), topic)
    try:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), min(wait_s, _LOOK_ANYWAY_S))
    finally:
        unlisten(ear, topic)


async def game_moves(public_id: str, wait_s: float) -> None:
    """Returns when the game's log may have grown, or after `wait_s` seconds."""
    await moves(f"game:{public_id}", wait_s)


def awaited(topic: str) -> bool:
    """Whether anyone in this process waits for just this topic."""
    return topic in _ears


def tell_here(hint: Hint) -> None:
    """Tells those in this process who wait for just this topic; for whoever publishes to the others by themselves."""
    for ear in list(_ears.get(hint.topic, ())):
        _call(ear, hint)


def _tell_here(hints: Sequence[Hint]) -> None:
    with _lock:
        calls = [(ear, hint) for hint in hints for topic in {hint.topic, _ALL} for ear in _ears.get(topic, ())]
    for ear, hint in calls:
        _call(ear, hint)


def _call(ear: Ear, hint: Hint) -> None:
    with contextlib.suppress(RuntimeError):  # its loop is closed: nobody listens there any more
        ear.loop.call_soon_threadsafe(ear.hear, hint)


@cache
def brief() -> redis.Redis:
    """Redis for whoever can do without: it answers within a second or fails."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)


@cache
def _reader() -> Thread:
    """Hears what other processes publish, for as long as this one lives."""
    reader = Thread(target=_read, name="hints", daemon=True)
    reader.start()
    return reader


def _read() -> None:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, health_check_interval=10)
    while True:
        try:
            with client.pubsub(ignore_subscribe_messages=True) as channel:  # type: ignore[no-untyped-call]
                channel.subscribe(_CHANNEL)
                _everyone_looks()  # what was told before is lost
                for message in channel.listen():
                    parcel = _decode(message["data"])
                    if parcel.sender != _me:
                        _tell_here(parcel.hints)
        except redis.RedisError as away:
            _log.warning("hints from other processes wait for Redis: %s", away)
            time.sleep(0.5)


def _everyone_looks() -> None:
    with _lock:
        ears = [ear for ears in _ears.values() for ear in ears]
    for ear in ears:
        _call(ear, EVERYTHING)
