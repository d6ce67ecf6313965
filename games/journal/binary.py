"""Lines of the log in the binary format of PostgreSQL's COPY."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import lru_cache

from games.journal.entry import COLUMNS, INTO, Entry

COPY = f"COPY {INTO} FROM STDIN (FORMAT BINARY)"

_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"
_NULL = b"\xff\xff\xff\xff"
_first = struct.Struct("!hiqii").pack
_times = struct.Struct("!iqii").pack
_number = struct.Struct("!iq").pack
_COUNT = len(COLUMNS)


def copied(entries: Iterable[Entry]) -> bytes:
    """All lines of these entries, in their order, as one message."""
    data = [_HEADER]
    add = data.append
    for game, events, command, told, _ in entries:
        end = _text(command) + (_NULL if told is None else _number(8, told))
        for number, kind, detail, by, at, charged_ms in events:
            add(_first(_COUNT, 8, game, 4, number))
            add(_words(kind, detail, by))
            add(_times(8, at, 4, charged_ms))
            add(end)
    add(_TRAILER)
    return b"".join(data)


@lru_cache(4096)
def _words(kind: str, detail: str | None, by: str) -> bytes:
    """These three, which are drawn from few."""
    return _text(kind) + _text(detail) + _text(by)


def _text(value: str | None) -> bytes:
    if value is None:
        return _NULL
    encoded = value.encode()
    return len(encoded).to_bytes(4, "big") + encoded
