"""What a game's row caches of its log."""

from __future__ import annotations

from typing import NamedTuple


class Snapshot(NamedTuple):
    """A history without its past, in plain values, as a game row caches it. Undo and redo need the log instead."""

    version: int
    status: str
    ended_by: str | None
    position: str
    moves: int
    actions: int
    move_points: int
    idle: int
    known: int
    undo_depth: int
    redo_depth: int
    last_to_foundation: bool
    last_revealed: bool
    practice: bool
    assisted: bool
    peeked: bool
    elapsed_ms: int
    running: bool
    at: int
    started_at: int | None
    ended_at: int | None
    never_stands: bool
