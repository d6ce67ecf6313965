"""The game rows, which cache what the log says, brought up to date many at a time for games that are played live."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connection, transaction

from accounts import statements
from games.journal.entry import UPDATE
from games.klondike.snapshot import Snapshot
from games.models import Game


class Kept(NamedTuple):
    """What a game's row is to hold, if it is behind: the game as it is on disk, and the player's last sign of life."""

    game: int
    snapshot: Snapshot
    seen_at: int


def keep(rows: Sequence[Kept]) -> None:
    """Writes the rows' caches. A row that somebody else holds is left as it is: it may lag."""
    if connection.vendor != "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(
                UPDATE, [(*snapshot, seen_at, game, snapshot.version) for game, snapshot, seen_at in rows]
            )
        return
    columns = zip(*[(game, *snapshot, seen_at) for game, snapshot, seen_at in rows], strict=True)
    statements.execute(_statement(), [[row.game for row in rows], *[list(column) for column in columns]])


@cache
def _statement() -> str:
    """Whoever ends several games at once locks their rows one by one: rows are taken here only where they are free."""
    fields: list[Any] = [Game._meta.get_field(name) for name in (*Snapshot._fields, "seen_at")]
    names = [f'"{field.column}"' for field in fields]
    arrays = ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)
    return (
        "WITH free AS (SELECT id FROM games_game WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED) "
        f"UPDATE games_game AS game SET {', '.join(f'{name} = kept.{name}' for name in names)} "
        f"FROM unnest(%s::bigint[], {arrays}) AS kept (id, {', '.join(names)}) "
        "WHERE game.id = kept.id AND game.version < kept.version AND game.id IN (SELECT id FROM free)"
    )
