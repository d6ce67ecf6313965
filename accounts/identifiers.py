"""Ids that clients see: opaque, not guessable, not countable."""

from secrets import choice

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"  # base58: no 0 O I l
LENGTH = 12
PATTERN = f"[{ALPHABET}]{{{LENGTH}}}"


def public_id() -> str:
    """70 random bits: drawn afresh, never derived from the row's number."""
    return "".join(choice(ALPHABET) for _ in range(LENGTH))
