"""What happened to a game: the lines of its log."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

EVENTS_VERSION = 1
"""Of the shape of the log's lines; stored with every game."""


class EventType(StrEnum):
    """The types of a log's lines, as clients see them."""

    DEALT = "deal"
    PLAYED = "move"
    UNDONE = "undo"
    REDONE = "redo"
    PAUSED = "pause"
    RESUMED = "resume"
    MADE_PRACTICE = "practice"
    ASSISTED = "assisted"
    ENDED = "end"


class DealtFor(StrEnum):
    """What a game was dealt for, the detail of its `deal` event: to be counted, as practice, or for a race, whose
    clock starts at once and never stands."""

    SOLO = "solo"
    PRACTICE = "practice"
    RACE = "race"


class By(StrEnum):
    """Whose doing an event was: the player's, the automatic finish's, or the server's (a deadline, a replacement)."""

    PLAYER = "player"
    FINISH = "finish"
    SERVER = "server"


class EndedBy(StrEnum):
    """How a game that wasn't won came to its end."""

    CONCEDED = "conceded"
    REPLACED = "replaced"
    RESTARTED = "restarted"
    ABANDONED = "abandoned"
    RACE = "race"
    VOID = "void"


class Event(NamedTuple):
    """`number` runs from 1 without a gap. `detail` is a move's notation, for a `deal` its `DealtFor`, for an `end` its
    `EndedBy`, else None.

    `at` is the server's time in ms since 1970 UTC and never falls; `charged_ms` is how much of the time since the
    event before counts as play. Both are decided once, when the event is made, and only read afterwards.
    """

    number: int
    type: EventType
    detail: str | None
    by: By
    at: int
    charged_ms: int
