"""What a writer hands to the journal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from games.klondike.events import Event
from games.klondike.snapshot import Snapshot
from games.models import Game

COLUMNS = ("game", "number", "type", "detail", "by", "at", "charged_ms", "command", "digest")
Row = tuple[int, int, str, str | None, str, int, int, str | None, int | None]

INTO = "games_gameevent (" + ", ".join(f'"{column}"' for column in COLUMNS) + ")"
INSERT = f"INSERT INTO {INTO} VALUES ({', '.join(['%s'] * len(COLUMNS))})"


class Entry(NamedTuple):
    """One command's events of one game, consecutive; `snapshot` is the game after the last of them, for the cache."""

    game: int
    events: Sequence[Event]
    command: str | None = None
    digest: int | None = None
    snapshot: Snapshot | None = None

    @property
    def rows(self) -> list[Row]:
        """The events as columns, in the order of `COLUMNS`."""
        return [
            (self.game, number, kind.value, detail, by.value, at, charged_ms, self.command, self.digest)
            for number, kind, detail, by, at, charged_ms in self.events
        ]


_CACHED = [getattr(Game, field).field.column for field in Snapshot._fields]

UPDATE = (
    "UPDATE games_game SET "
    + ", ".join(f'"{column}" = %s' for column in _CACHED)
    + ", seen_at = %s WHERE id = %s AND version < %s"
)
"""Takes `cached(entry)`. A cache never goes back: the later version stays, whoever writes last."""


def cached(game: int, snapshot: Snapshot) -> tuple[Any, ...]:
    """The parameters of `UPDATE`."""
    return (*snapshot, snapshot.at, game, snapshot.version)


def digest(verb: str, body: Mapping[str, object]) -> int:
    """What a command asked, so that an id used again for something else is told: the first 8 bytes, as a signed
    number, of BLAKE2b over the verb and the body as JSON with sorted keys; without its `id`, and without `legal`, which
    asks for nothing to be done."""
    asked = {name: value for name, value in body.items() if name not in ("id", "legal")}
    return digest_of(json.dumps([verb, asked], sort_keys=True, separators=(",", ":")))


@lru_cache(1 << 16)
def digest_of_move(after: int, move: str) -> int:
    """The same for one move in notation, on the path of every move over a socket; few differ."""
    return digest_of(f'["moves",{{"after":{after},"move":"{move}"}}]')


def digest_of(asked: str) -> int:
    """Of the JSON text itself."""
    return int.from_bytes(blake2b(asked.encode(), digest_size=8).digest(), "big", signed=True)
