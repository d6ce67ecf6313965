"""The server's clock of a game: a fold over its log, in ms.

Every event says how much of the time before it was play (`charged_ms`), decided when it was made, so reading the log
again always gives the same times.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from games.klondike.events import DealtFor, Event, EventType

AWAY_MS = 60_000
"""After this long without a sign of life from the player, a casual game's clock stands until the next command."""


class Clock(NamedTuple):
    """`elapsed_ms` is the play charged up to `at`, the time of the last event; times are ms since 1970 UTC.

    `started_at` is the first move, in a race the start; `ended_at` the end; None before. A race's clock `never_stands`.
    """

    elapsed_ms: int = 0
    running: bool = False
    at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    never_stands: bool = False

    def charge(self, at: int, seen_at: int = 0) -> int:
        """How much of the time from the last event to `at` counts, the player having last been seen at `seen_at`."""
        if not self.running:
            return 0
        since = self.at
        if at <= since:
            return 0
        if self.never_stands or at - since <= AWAY_MS:
            return at - since
        return min(at, max(since, seen_at) + AWAY_MS) - since

    def sees(self, seen_at: int, at: int) -> bool:
        """Whether a sign of life at `at` comes in time to keep the clock running; a later one waits for a command."""
        return self.running and at <= max(self.at, seen_at) + AWAY_MS

    def after(self, event: Event, over: bool) -> Clock:
        """The clock once an event has happened; `over` if it ended the game."""
        elapsed_ms, running, _, started_at, _, never_stands = self
        kind = event.type
        if kind is _PLAYED and started_at is not None and not over:
            return _clock((elapsed_ms + event.charged_ms, running, event.at, started_at, None, never_stands))
        if kind is _PLAYED and started_at is None:
            started_at, running = event.at, True
        elif kind is EventType.PAUSED:
            running = False
        elif kind is EventType.RESUMED:
            running = started_at is not None
        elif kind is EventType.DEALT and event.detail == DealtFor.RACE:
            started_at, running, never_stands = event.at, True, True
        ended_at = event.at if over else None
        return Clock(elapsed_ms + event.charged_ms, running and not over, event.at, started_at, ended_at, never_stands)

    @property
    def wall_ms(self) -> int | None:
        """First move to the end, pauses and absences included; None unless both have been."""
        if self.started_at is None or self.ended_at is None:
            return None
        return self.ended_at - self.started_at


_clock = partial(tuple.__new__, Clock)  # see `position`: this one is made with every move
_PLAYED = EventType.PLAYED  # see `history`
