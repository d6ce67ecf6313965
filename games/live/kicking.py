"""Sessions that end take their sockets with them, in whatever process those are."""

from __future__ import annotations

from hashlib import blake2b

from games import broadcast
from games.broadcast import Hint

SIGNED_OUT = "signed-out"
"""The topic, before a colon and the digest of a token."""


def session_digest(token: str) -> str:
    """By which processes speak of a session, whose token is nobody's business."""
    return blake2b(token.encode(), digest_size=16).hexdigest()


def signed_out(sender: object, *, session_keys: list[str], **_: object) -> None:
    """Hears that sessions have ended."""
    broadcast.tell([Hint(f"{SIGNED_OUT}:{session_digest(key)}") for key in session_keys])
