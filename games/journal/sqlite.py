"""Appending on SQLite: a batch is one IMMEDIATE transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from games.journal.entry import INSERT, UPDATE, Entry, cached

_FULL = 2
_TAKEN = "SELECT 1 FROM games_gameevent WHERE game = %s AND number = %s"


def append(connection: BaseDatabaseWrapper, entries: Sequence[Entry]) -> frozenset[int]:
    """See `games.journal.append`; `entries` are in the order of their games."""
    lost = set()
    alone = not connection.in_atomic_block
    with transaction.atomic():
        for entry in entries:
            try:
                with transaction.atomic(savepoint=alone):
                    _append_one(connection, entry)
            except IntegrityError as error:
                if not (alone and _is_the_fence(error)):
                    raise
                lost.add(entry.game)
    return frozenset(lost)


def taken(connection: BaseDatabaseWrapper, games: Sequence[int], numbers: Sequence[int]) -> frozenset[int]:
    """Those of the games whose log holds the number given for each, side by side."""
    found = set()
    with connection.cursor() as cursor:
        for pair in zip(games, numbers, strict=True):
            cursor.execute(_TAKEN, pair)
            if cursor.fetchone():
                found.add(pair[0])
    return frozenset(found)


def _append_one(connection: BaseDatabaseWrapper, entry: Entry) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(INSERT, entry.rows)
        if entry.snapshot is not None:
            cursor.execute(UPDATE, cached(entry.game, entry.snapshot))


def _is_the_fence(error: IntegrityError) -> bool:
    """Whether the log's primary key refused a line, and not another constraint something that should never be."""
    cause = error.__cause__
    return isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY


def assert_durable(connection: BaseDatabaseWrapper) -> None:
    """Asks SQLite whether it waits for the disk at every commit. Raises `ImproperlyConfigured`."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        value = cursor.fetchone()[0]
    if value < _FULL:
        raise ImproperlyConfigured(
            f"SQLite runs with synchronous = {value}: a move could be acknowledged and then lost."
        )
