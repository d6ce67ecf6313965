"""What is refused in races beside what the rules of the game refuse."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.problems import Problem
from games.klondike.sight import Shown


class RaceFull(Problem):
    """All seats of this race are taken."""

    status, code, title = 409, "race_full", "Race full"


class RaceStarted(Problem):
    """The race has started: its seats can't change any more."""

    status, code, title = 409, "race_started", "Race started"


class NotStarted(Problem):
    """The race hasn't started yet."""

    status, code, title = 409, "not_started", "Not started"


class RaceOver(Problem):
    """The race is over."""

    status, code, title = 409, "race_over", "Race over"

    def __init__(self, version: int | None = None, events: Sequence[Shown] = ()) -> None:
        """For a command on a race's game, with the log's `version` and the events that the client hasn't seen."""
        super().__init__(extra={} if version is None else {"version": version, "events": list(events)})


class NotOver(Problem):
    """The race isn't over yet."""

    status, code, title = 409, "not_over", "Not over"


class Engaged(Problem):
    """You are ready for another race, or in one: only one at a time can be played together."""

    status, code, title = 409, "engaged", "In another race"


class NobodyAway(Problem):
    """Nobody has been away for long enough to claim the race."""

    status, code, title = 409, "nobody_away", "Nobody away"

    def __init__(self, retry_after_ms: int | None) -> None:
        """`retry_after_ms`: when the first one who is away now will have been for long enough; None if all are here."""
        super().__init__(extra={} if retry_after_ms is None else {"retry_after_ms": retry_after_ms})


class EmailUnverified(Problem):
    """Ranked races are for players with a verified e-mail address."""

    status, code, title = 409, "email_unverified", "E-mail not verified"


class TooManyRaces(Problem):
    """You may have {limit} races that haven't started: leave one of them first."""

    status, code, title = 409, "too_many_races", "Too many open races"
