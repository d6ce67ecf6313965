"""Durable appends: the one place that writes a game's log.

The log's primary key (game, number) is the fence between writers: whoever commits number n + 1 first wins, and the
others are told. An entry goes in whole or not at all. When `append` returns outside a transaction, what it accepted is
on disk; inside one, once that transaction commits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts import statements
from games.journal import postgresql, sqlite
from games.journal.entry import COLUMNS, Entry, digest
from games.klondike.events import By, Event, EventType

__all__ = ["Entry", "Line", "append", "digest", "grown", "prove_durable", "read"]


_COLUMNS = ", ".join(f'"{column}"' for column in COLUMNS if column != "game")
_READ = f"SELECT {_COLUMNS} FROM games_gameevent WHERE game = %s AND number > %s ORDER BY number"
_READ_ALL = f"SELECT game, {_COLUMNS} FROM games_gameevent WHERE"


class Line(NamedTuple):
    """An event in the log, and the command it belongs to."""

    event: Event
    command: str | None
    digest: int | None


def append(entries: Iterable[Entry]) -> frozenset[int]:
    """Appends every entry whose game's log ends just before it; returns the games of the others, which lost.

    One entry a game, else `ValueError`. An entry with a snapshot writes the game row's cache in the same commit.
    Inside a transaction an entry that loses raises `IntegrityError`: leave by the exception.
    """
    in_order = sorted(entries, key=lambda entry: entry.game)  # two writers with the same games can't deadlock
    if any(one.game == next_.game for one, next_ in pairwise(in_order)):
        raise ValueError("a batch holds one entry a game")
    if connection.vendor == "postgresql":
        return postgresql.append(connection, in_order)
    return sqlite.append(connection, in_order)


def read(game: int, after: int = 0) -> list[Line]:
    """The lines of a game's log past number `after`, in order."""
    return [line(row) for row in statements.fetch(_READ, (game, after))]


def read_all(ends: Mapping[int, int]) -> dict[int, list[Event]]:
    """The events of games past the number given for each, in order; of those that have none, nothing."""
    if not ends:
        return {}
    asked = " OR ".join(["(game = %s AND number > %s)"] * len(ends))
    found: dict[int, list[Event]] = {}
    for game, *row in statements.fetch(f"{_READ_ALL} {asked} ORDER BY game, number", list(chain(*ends.items()))):
        found.setdefault(game, []).append(line(row).event)
    return found


def grown(ends: Mapping[int, int]) -> frozenset[int]:
    """The games whose logs go on past the number given for each: one look at the fence for each, however long they
    are."""
    dialect = postgresql if connection.vendor == "postgresql" else sqlite
    return dialect.taken(connection, list(ends), [number + 1 for number in ends.values()]) if ends else frozenset()


def line(row: Sequence[object]) -> Line:
    """A line from the columns of its row, in their order, `game` left out."""
    number, kind, detail, by, at, charged_ms, command, told = row
    event = Event(number, EventType(kind), detail, By(by), at, charged_ms)  # type: ignore[arg-type]
    return Line(event, command, told)  # type: ignore[arg-type]


def prove_durable(sender: object, *, connection: BaseDatabaseWrapper, **_: object) -> None:
    """Hears of every connection that Django opens, and closes it with `ImproperlyConfigured` unless a commit on it
    survives a killed server and a lost supply: nothing is ever acknowledged that isn't on disk."""
    if connection.alias != DEFAULT_DB_ALIAS:
        return
    dialect = postgresql if connection.vendor == "postgresql" else sqlite
    try:
        dialect.assert_durable(connection)
    except ImproperlyConfigured:
        connection.close()
        raise
