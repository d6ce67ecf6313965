"""Token buckets of commands by player: a second's worth at once, then as fast as the bucket fills.

A bucket is one number, the time at which it will be full again (the "theoretical arrival time" of GCRA).
"""

from __future__ import annotations

import time
from functools import cache
from threading import Lock
from typing import Protocol

import redis
from django.conf import settings

_MOST_KEPT = 10_000
"""Full buckets are thrown away when there are more than so many."""


class Bucket(Protocol):
    per_second: int

    def take(self, player: int) -> tuple[int, int]:
        """Takes a token; returns how many are left, and how long to wait in ms where there was none, else 0."""
        ...


class InProcess:
    """Buckets of the only process that serves."""

    def __init__(self, per_second: int) -> None:
        self.per_second = per_second
        self.full_at: dict[int, float] = {}
        self.lock = Lock()

    def take(self, player: int) -> tuple[int, int]:
        now = time.monotonic()
        with self.lock:
            full_at = max(now, self.full_at.get(player, 0.0)) + 1 / self.per_second
            left = (1 - (full_at - now)) * self.per_second
            if left < -1e-6:
                return 0, max(1, round(-left * 1000 / self.per_second))
            if len(self.full_at) > _MOST_KEPT:
                self.full_at = {whom: until for whom, until in self.full_at.items() if until > now}
            self.full_at[player] = full_at
        return round(left), 0


class Shared:
    """Buckets in Redis, for all processes that serve; its clock is the one that counts."""

    SCRIPT = """
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local step = 1000000 / ARGV[1]
        local full_at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0)) + step
        local over = full_at - now - 1000000
        if over > 1 then return {0, math.max(1, math.floor(over / 1000))} end
        redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', 1000)
        return {math.floor(-over / step + 0.5), 0}
    """

    def __init__(self, url: str, per_second: int) -> None:
        self.per_second = per_second
        self.script = redis.Redis.from_url(url).register_script(self.SCRIPT)

    def take(self, player: int) -> tuple[int, int]:
        left, wait_ms = self.script([f"commands:{player}"], [self.per_second])
        return left, wait_ms


@cache
def bucket() -> Bucket:
    """Those of this process, or of all of them where there is a Redis."""
    per_second: int = settings.LIMIT_COMMANDS_PER_SECOND
    return Shared(settings.REDIS_URL, per_second) if settings.REDIS_URL else InProcess(per_second)
