"""How often a player may command, and an address guess codes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.cache import cache
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.limits import Limit, Use
from accounts.problems import NotFound, TooMany
from accounts.throttles import MINUTE, Limited, Throttle, network
from accounts.views.endpoint import player_of
from games.api.bucket import bucket

VERDICTS = Limit("verdicts", settings.LIMIT_VERDICTS_PER_MINUTE, MINUTE)


class Commands(BaseThrottle):
    """By player, whatever comes of the command."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        tokens = bucket()
        left, wait_ms = tokens.take(player_of(request).pk)
        use = Use(Limit("commands", tokens.per_second, 1), left, 1)
        if wait_ms:
            raise TooMany(wait_ms, headers=use.headers)
        if isinstance(view, Limited):
            view.use = use
        return True


class Changes(Commands):
    """Commands at a path where one may look as well, which is not counted."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method in SAFE_METHODS or super().allow_request(request, view)


class VerdictsAsked(Throttle):
    """Every unknown verdict is work for the solver."""

    limit = VERDICTS


class WrongCodes(Limit):
    """Counts only what failed; past the quota right codes aren't looked at either."""

    __slots__ = ()

    def refuse_spent(self, whom: str) -> None:
        """Raises TooMany where the quota is used up."""
        now = time.time()
        if cache.get(self._key(whom, now), 0) >= self.quota:
            use = Use(self, 0, self.window_s - int(now % self.window_s))
            raise TooMany(use.reset_s * 1000, headers=use.headers)


_WRONG_CODES = WrongCodes("wrong-codes", settings.LIMIT_WRONG_CODES_PER_MINUTE, MINUTE)


def may_ask(request: Request) -> bool:
    """Whether this address may have workers look for verdicts that aren't known: counts the question."""
    try:
        VERDICTS.take(network(str(BaseThrottle().get_ident(request) or "")))
    except TooMany:
        return False
    return True


@contextmanager
def guessing(request: Request) -> Iterator[None]:
    """Around the look-up of a code: an address that guesses wrong too often is refused."""
    whom = network(str(BaseThrottle().get_ident(request) or ""))
    _WRONG_CODES.refuse_spent(whom)
    try:
        yield
    except NotFound:
        _WRONG_CODES.take(whom)
        raise
