"""Appending on PostgreSQL: one binary COPY for many games, one statement for one."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg.errors import UniqueViolation

from games.journal.entry import COLUMNS, INSERT, INTO, UPDATE, Entry, Row, cached
from games.models import GameEvent

_HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TRAILER = b"\xff\xff"
_NULL = b"\xff\xff\xff\xff"

_INSERT_MANY = f"INSERT INTO {INTO} SELECT * FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::text[], %s::text[], "
_INSERT_MANY += "%s::bigint[], %s::int[], %s::text[], %s::bigint[])"

_TAKEN = "SELECT game FROM games_gameevent JOIN unnest(%s::bigint[], %s::int[]) AS wanted (game, number) "
_TAKEN += "USING (game, number)"

_DURABLE = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}


def append(connection: BaseDatabaseWrapper, entries: Sequence[Entry]) -> frozenset[int]:
    """See `games.journal.append`; `entries` are in the order of their games."""
    if len(entries) == 1:
        return frozenset([entry.game for entry in entries if not _append_one(connection, entry)])
    lost: frozenset[int] = frozenset()
    while entries:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                _copy(connection, cursor, entries)
        except IntegrityError as error:
            if connection.in_atomic_block or not _is_the_fence(error):
                raise
            # COPY fails as a whole. Whoever was first has committed by now, so the log names the games that are lost.
            taken = _taken(connection, entries)
            if not taken:
                raise
            lost |= taken
            entries = [entry for entry in entries if entry.game not in taken]
        else:
            break
    return lost


def _taken(connection: BaseDatabaseWrapper, entries: Sequence[Entry]) -> frozenset[int]:
    """The games whose log holds the first number of their entry already."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKEN, ([entry.game for entry in entries], [entry.events[0].number for entry in entries]))
        return frozenset([game for (game,) in cursor.fetchall()])


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
    except IntegrityError as error:
        if connection.in_atomic_block or not _is_the_fence(error):
            raise
        return False
    return True


def _is_the_fence(error: IntegrityError) -> bool:
    """Whether the log's primary key refused a line, and not another constraint something that should never be."""
    cause = error.__cause__
    return isinstance(cause, UniqueViolation) and cause.diag.table_name == GameEvent._meta.db_table


def _insert(rows: list[Row]) -> tuple[str, Sequence[Any]]:
    if len(rows) == 1:
        return INSERT, rows[0]
    return _INSERT_MANY, [list(column) for column in zip(*rows, strict=True)]


def _copy(connection: BaseDatabaseWrapper, cursor: CursorWrapper, entries: Sequence[Entry]) -> None:
    data = [_HEADER]
    for entry in entries:
        data += [_copied(row) for row in entry.rows]
    data.append(_TRAILER)
    with connection.wrap_database_errors, cursor.copy(f"COPY {INTO} FROM STDIN (FORMAT BINARY)") as copy:
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
