"""The server's clock, set by hand."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest


class Clock:
    """Stands until it is set, backwards too."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.at = datetime.now()  # noqa: DTZ005 (set at once)
        self.patch = patch

    def set(self, at: datetime) -> None:
        self.at = at
        self.patch.setattr("games.actions.now.time.time_ns", lambda: round(self.at.timestamp() * 1000) * 1_000_000)

    def passes(self, **span: float) -> None:
        self.set(self.at + timedelta(**span))
