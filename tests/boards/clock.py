"""The clocks, set by hand: the database's, and those of the processes that serve."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.statements import Parameters
from games.actions.now import _clock_timestamp


class Clock:
    """Stands until it is set, backwards too. The process's clock is `off` from the database's by so much."""

    def __init__(self, patch: pytest.MonkeyPatch, off: timedelta = timedelta()) -> None:
        self.at = datetime.now()  # noqa: DTZ005 (set at once)
        self.off = off
        self.patch = patch

    def set(self, at: datetime) -> None:
        self.at = at
        self.patch.setattr("games.actions.now._behind_ms", 0)
        self.patch.setattr("games.actions.now.time.time_ns", self._time_ns)
        self.patch.setattr("games.actions.now._clock_timestamp", self._clock_timestamp)

    def passes(self, **span: float) -> None:
        self.set(self.at + timedelta(**span))

    def _clock_timestamp(self, after: str, parameters: Parameters) -> datetime:
        _clock_timestamp(after, parameters)
        return self.at

    def _time_ns(self) -> int:
        return round((self.at + self.off).timestamp() * 1000) * 1_000_000
