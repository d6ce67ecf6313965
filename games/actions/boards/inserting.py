"""Many rows in one statement that is always the same text, so that the server knows it already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import connection

from accounts import statements


class Table:
    """Where rows go: columns with PostgreSQL's types, and what to do where a row is there already."""

    def __init__(self, name: str, columns: Mapping[str, str], conflict: str = "") -> None:
        names = ", ".join(f'"{column}"' for column in columns)
        arrays = ", ".join(f"%s::{kind}[]" for kind in columns.values())
        holes = ", ".join(["%s"] * len(columns))
        self.by_column = f"INSERT INTO {name} ({names}) SELECT * FROM unnest({arrays}) WHERE true {conflict}"
        self.by_row = f"INSERT INTO {name} ({names}) VALUES ({holes}) {conflict}"

    def insert(self, rows: Sequence[tuple[str | int | None, ...]]) -> None:
        """In the order given; nothing happens where there are none."""
        if not rows:
            return
        if connection.vendor == "postgresql":
            statements.execute(self.by_column, [list(column) for column in zip(*rows, strict=True)])
        else:
            with connection.cursor() as cursor:
                cursor.executemany(self.by_row, rows)
