"""Ids that clients see: opaque, not guessable, not countable."""

import re
from secrets import choice

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # base58: no 0 O I l
LENGTH = 12
PATTERN = f"[{ALPHABET}]{{{LENGTH}}}"
_SHAPE = re.compile(PATTERN)


def is_public_id(text: str) -> bool:
    """Whether it looks like one. What doesn't never reaches the database, which refuses some texts as a fault."""
    return _SHAPE.fullmatch(text) is not None


def public_id() -> str:
    """70 random bits: drawn afresh, never derived from the row's number."""
    return "".join(choice(ALPHABET) for _ in range(LENGTH))
