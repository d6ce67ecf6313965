"""Whose session a token is, remembered for a moment: a player in play sends it with every move."""

from __future__ import annotations

import time
from threading import Lock

from django.dispatch import receiver
from rest_framework.request import Request

from accounts import announcements
from accounts.authentication import SessionTokenAuthentication
from accounts.models import Player
from accounts.sessions import Access

_KEPT_S = 5.0
"""So long a session that was ended in another process may still move a card here; in its own it ends at once."""

_MOST_KEPT = 10_000

_known: dict[str, tuple[float, tuple[Player, Access]]] = {}
_lock = Lock()


class RememberedSession(SessionTokenAuthentication):
    """For commands only: what is read, and what matters more than a card, asks the database each time."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        token = request.META.get("HTTP_X_SESSION_TOKEN")
        now = time.monotonic()
        until, remembered = _known.get(token or "", (0.0, None))
        if remembered is not None and now < until:
            return remembered
        found = super().authenticate(request)
        if found is not None and token is not None:
            _remember(token, now, found)
        return found


def _remember(token: str, now: float, found: tuple[Player, Access]) -> None:
    with _lock:
        if len(_known) >= _MOST_KEPT:
            for old in [other for other, (until, _) in _known.items() if until <= now]:
                del _known[old]
        if len(_known) < _MOST_KEPT:
            _known[token] = (now + _KEPT_S, found)


@receiver(announcements.signed_out)
def _forget(sender: object, *, session_keys: list[str], **_: object) -> None:
    with _lock:
        for token in session_keys:
            _known.pop(token, None)
