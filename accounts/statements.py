"""Statements that are sent with every move, each one constant text.

On PostgreSQL a statement is prepared once on each connection. Django's own cursor writes the parameters into the text,
which the server then reads and plans each time anew: that costs us twice, and the server five times, as much. Errors
are Django's; where queries are being logged or counted, so is the cursor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper
from psycopg import Cursor

Parameters = Sequence[Any] | Mapping[str, Any]


def fetch(statement: str, parameters: Parameters) -> list[tuple[Any, ...]]:
    """All rows."""
    rows: list[tuple[Any, ...]] = _sent(statement, parameters).fetchall()
    return rows


def execute(statement: str, parameters: Parameters) -> None:
    """For a statement that returns none."""
    _sent(statement, parameters)


def _sent(statement: str, parameters: Parameters) -> Cursor[Any] | CursorWrapper:
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql" or connection.queries_logged:
        django = connection.cursor()
        django.execute(statement, parameters)
        return django
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        return Cursor(connection.connection).execute(statement, parameters, prepare=True)
