"""How often one may do something, counted in Django's cache: a shared one where several processes serve."""

from __future__ import annotations

import time
from hashlib import blake2b
from typing import NamedTuple

from django.core.cache import cache

from accounts.problems import TooMany


class Use(NamedTuple):
    """What is left of a limit in the present window; `headers` as in the IETF's RateLimit draft."""

    limit: Limit
    left: int
    reset_s: int

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Policy": f'"{self.limit.name}";q={self.limit.quota};w={self.limit.window_s}',
            "RateLimit": f'"{self.limit.name}";r={self.left};t={self.reset_s}',
        }


class Limit(NamedTuple):
    """`quota` in each window of `window_s` seconds; windows start at round times, the same for all."""

    name: str
    quota: int
    window_s: int

    def take(self, whom: str) -> Use:
        """One more by `whom`; raises TooMany past the quota."""
        now = time.time()
        key = self._key(whom, now)
        cache.add(key, 0, timeout=self.window_s)
        try:
            count = cache.incr(key)
        except ValueError:  # it expired between the two lines: a new window has begun
            count = 1
        use = Use(self, max(0, self.quota - count), self.window_s - int(now % self.window_s))
        if count > self.quota:
            raise TooMany(use.reset_s * 1000, headers=use.headers)
        return use

    def forget(self, whom: str) -> None:
        cache.delete(self._key(whom, time.time()))

    def _key(self, whom: str, now: float) -> str:
        digest = blake2b(whom.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        return f"limit:{self.name}:{digest}:{int(now // self.window_s)}"
