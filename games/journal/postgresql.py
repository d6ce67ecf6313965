"""Appending on PostgreSQL: one binary COPY for many games, one statement for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakSet

from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg.errors import UniqueViolation

from accounts import statements
from games.journal.binary import COPY, copied
from games.journal.entry import INSERT, INTO, UPDATE, Entry, Row, cached
from games.models import GameEvent

_INSERT_MANY = f"INSERT INTO {INTO} SELECT * FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::text[], %s::text[], "
_INSERT_MANY += "%s::bigint[], %s::int[], %s::text[], %s::bigint[])"

TAKEN = "SELECT game FROM games_gameevent JOIN unnest(%s::bigint[], %s::int[]) AS wanted (game, number) "
TAKEN += "USING (game, number)"

DURABLE = {"fsync": {"on"}, "full_page_writes": {"on"}, "synchronous_commit": {"on", "remote_apply"}}
HOW_DURABLE = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)"
"""Takes a list of the names in `DURABLE`."""
_asked: WeakSet[Any] = WeakSet()


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
            first = taken(connection, [entry.game for entry in entries], [entry.events[0].number for entry in entries])
            if not first:
                raise
            lost |= first
            entries = [entry for entry in entries if entry.game not in first]
        else:
            break
    return lost


def taken(connection: BaseDatabaseWrapper, games: Sequence[int], numbers: Sequence[int]) -> frozenset[int]:
    """Those of the games whose log holds the number given for each, side by side."""
    with connection.cursor() as cursor:
        cursor.execute(TAKEN, (list(games), list(numbers)))
        return frozenset([game for (game,) in cursor.fetchall()])


def _append_one(connection: BaseDatabaseWrapper, entry: Entry) -> bool:
    """One statement, so one trip to the server and, outside a transaction, one commit."""
    rows = entry.rows
    try:
        statement, parameters = _insert(rows)
        if entry.snapshot is None:
            statements.execute(statement, parameters)
        else:
            statements.execute(
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
    with connection.wrap_database_errors, cursor.copy(COPY) as copy:
        copy.write(copied(entries))
    for entry in entries:
        if entry.snapshot is not None:
            cursor.execute(UPDATE, cached(entry.game, entry.snapshot))


def assert_durable(connection: BaseDatabaseWrapper) -> None:
    """Asks the server what a commit on this connection waits for; once, since the pool hands it out again and again.
    Raises `ImproperlyConfigured`."""
    if connection.connection in _asked:
        return
    with connection.cursor() as cursor:
        cursor.execute(HOW_DURABLE, [list(DURABLE)])
        demand_durable(dict(cursor.fetchall()))
    _asked.add(connection.connection)


def demand_durable(settings: Mapping[str, str]) -> None:
    """Raises `ImproperlyConfigured` where these settings of a server let go of an acknowledged commit."""
    for name, wanted in DURABLE.items():
        if settings[name] not in wanted:
            raise ImproperlyConfigured(
                f"PostgreSQL runs with {name} = {settings[name]}: a move could be acknowledged and then lost."
            )
