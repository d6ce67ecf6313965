"""Appending on PostgreSQL: one binary COPY for many games, one statement for one."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from games.journal.entry import COLUMNS, INSERT, INTO, UPDATE, Entry, Row, cached

_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"
_NULL = b"\xff\xff\xff\xff"

_INSERT_MANY = f"INSERT INTO {INTO} SELECT * FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::text[], %s::text[], "
_INSERT_MANY += "%s::bigint[], %s::int[], %s::text[], %s::bigint[])"

_DURABLE = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}


def append(connection: BaseDatabaseWrapper, entries: Sequence[Entry]) -> frozenset[int]:
    """See `games.journal.append`; `entries` are in the order of their games."""
    if len(entries) > 1:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                _copy(cursor, entries)
        except IntegrityError:
            pass  # COPY fails as a whole when one game has been written by another: find out which, one by one
        else:
            return frozenset()
    return frozenset([entry.game for entry in entries if not _append_one(connection, entry)])


def _append_one(connection: BaseDatabaseWrapper, entry: Entry) -> bool:
    """One statement, so one trip to the server and, outside a transaction, one commit."""
    rows = entry.rows
    try:
        with connection.cursor() as cursor:
            if entry.snapshot is None:
                cursor.execute(*_insert(rows))
            else:
                statement, parameters = _insert(rows)
                cursor.execute(
                    f"WITH appended AS ({statement} RETURNING 1) {UPDATE} AND EXISTS (SELECT FROM appended)",
                    (*parameters, *cached(entry.game, entry.snapshot)),
                )
    except IntegrityError:
        if connection.in_atomic_block:
            raise
        return False
    return True


def _insert(rows: list[Row]) -> tuple[str, Sequence[Any]]:
    if len(rows) == 1:
        return INSERT, rows[0]
    return _INSERT_MANY, [list(column) for column in zip(*rows, strict=True)]


def _copy(cursor: CursorWrapper, entries: Sequence[Entry]) -> None:
    data = [_HEADER]
    for entry in entries:
        data += [_copied(row) for row in entry.rows]
    data.append(_TRAILER)
    with cursor.copy(f"COPY {INTO} FROM STDIN (FORMAT BINARY)") as copy:
        copy.write(b"".join(data))
    for entry in entries:
        if entry.snapshot is not None:
            cursor.execute(UPDATE, cached(entry.game, entry.snapshot))


def _copied(row: Row) -> bytes:
    game, number, kind, detail, by, at, charged_ms, command, told = row
    return b"".join(
        (
            struct.pack("!hiqii", len(COLUMNS), 8, game, 4, number),
            _text(kind),
            _text(detail),
            _text(by),
            struct.pack("!iqii", 8, at, 4, charged_ms),
            _text(command),
            _NULL if told is None else struct.pack("!iq", 8, told),
        )
    )


def _text(value: str | None) -> bytes:
    if value is None:
        return _NULL
    encoded = value.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def assert_durable(connection: BaseDatabaseWrapper) -> None:
    """Asks the server what a commit on this connection waits for."""
    for setting, wanted in _DURABLE.items():
        with connection.cursor() as cursor:
            cursor.execute(f"SHOW {setting}")
            value = cursor.fetchone()[0]
        if value not in wanted:
            raise ImproperlyConfigured(
                f"PostgreSQL runs with {setting} = {value}: a move could be acknowledged and then lost. Turn it on."
            )
