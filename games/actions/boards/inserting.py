"""Rows of numbers and of the names of boards, in one statement that is always the same text, so that the server knows
it already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from accounts import statements

Rows = Sequence[tuple[Any, ...]]


class Table:
    """Where rows go: columns with PostgreSQL's types, and what to do where a row is there already."""

    def __init__(self, name: str, columns: Mapping[str, str], conflict: str = "") -> None:
        names = ", ".join(f'"{column}"' for column in columns)
        arrays = ", ".join(f"%s::{kind}[]" for kind in columns.values())
        holes = ", ".join(["%s"] * len(columns))
        self.by_column = f"INSERT INTO {name} ({names}) SELECT * FROM unnest({arrays}) WHERE true {conflict}"
        self.by_row = f"INSERT INTO {name} ({names}) VALUES ({holes}) {conflict}"


def insert(*filled: tuple[Table, Rows]) -> None:
    """In the order given, on PostgreSQL all tables in one statement; nothing happens where there are no rows."""
    filled = tuple([(table, rows) for table, rows in filled if rows])
    if not filled:
        return
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            for table, rows in filled:
                cursor.executemany(table.by_row, rows)
        return
    *before, last = [table.by_column if len(rows) > 1 else table.by_row for table, rows in filled]
    named = ", ".join(f"inserted_{number} AS ({statement})" for number, statement in enumerate(before))
    parameters: list[Any] = []
    for _, rows in filled:
        parameters += rows[0] if len(rows) == 1 else [_array(column) for column in zip(*rows, strict=True)]
    statements.execute(f"WITH {named} {last}" if before else last, parameters)


def _array(column: Sequence[str | int | None]) -> str:
    """As PostgreSQL writes it, which takes psycopg several times as long. Names of boards need no quotes."""
    return "{" + ",".join(["NULL" if value is None else str(value) for value in column]) + "}"
