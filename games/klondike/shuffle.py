"""The portable shuffle: a seed gives the same order of 52 in any language, and a published number gives its seed.

SHA-256 in counter mode over `"klondike/deal/1\\0" ‖ seed` yields a stream of bytes: block n is
SHA-256(prefix ‖ seed ‖ n as 8 bytes, big end first), n from 0. Fisher–Yates walks from the last place to the second;
the partner of place i is the next byte b below the largest multiple of i + 1 that fits in 256, taken modulo i + 1;
other bytes are thrown away, so no order is likelier than another. `docs/rules.md` publishes test vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count

SEED_BYTES = 32
NUMBER_LIMIT = 1 << 64


def _stream(seed: bytes) -> Iterator[int]:
    for block in count():
        yield from sha256(b"klondike/deal/1\0" + seed + block.to_bytes(8, "big")).digest()


def shuffled(seed: bytes) -> list[int]:
    """Where each place of the deck comes from: 52 distinct indices into `cards.DECK`, in dealt order."""
    order = list(range(52))
    stream = _stream(seed)
    for place in range(51, 0, -1):
        choices = place + 1
        fair = 256 - 256 % choices
        byte = next(b for b in stream if b < fair)
        partner = byte % choices
        order[place], order[partner] = order[partner], order[place]
    return order


def number_seed(number: int) -> bytes:
    """The public seed of a deal number from 0 to 2⁶⁴ − 1: SHA-256("klondike/number/1\\0" ‖ number as 8 bytes)."""
    return sha256(b"klondike/number/1\0" + number.to_bytes(8, "big")).digest()


def commitment(seed: bytes, context: str) -> str:
    """What is published before the first card: hex SHA-256("klondike/commit/1\\0" ‖ seed ‖ context).

    The context binds a seed to one use, such as `game:<id>:<ruleset>`, so that it can't be shown for another.
    """
    return sha256(b"klondike/commit/1\0" + seed + context.encode()).hexdigest()
