"""Claiming a race from those who went away."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import Player
from games.actions.problems import NotInRace
from games.actions.races.commands import Command, Done, carry_out
from games.actions.races.ending import conclude
from games.actions.races.held import Held
from games.actions.races.presence import away_since, last_signs
from games.actions.races.problems import NobodyAway, NotStarted, RaceOver
from games.actions.races.times import GRACE
from games.models import Entry
from games.models.entry import GAVE_UP, Outcome
from games.models.race import Start, Status


def claim(player: Player, public_id: str, command: Command) -> Done:
    """Everyone who has been away for longer than the grace forfeits, if they are still away now.

    Raises `NotFound`, `NotStarted`, `RaceOver`, `NobodyAway`, `IdReused`; in a challenge, where nobody need be there,
    `NotInRace`.
    """
    return carry_out(player, public_id, command, take_over)


def take_over(held: Held, entry: Entry) -> None:
    """What `claim` does in a race that is held."""
    race = held.race
    if race.over or entry.outcome in GAVE_UP:
        raise RaceOver()
    if race.start == Start.OWN:
        raise NotInRace()
    if race.status != Status.RUNNING:
        raise NotStarted()
    signs = last_signs(held.entries, lock=True)
    waits: dict[Entry, timedelta] = {}
    for other in held.entries:
        since = away_since(race, signs.get(other.pk), held.now) if other.playing and other is not entry else None
        if since:
            waits[other] = since + GRACE - held.now
    gone = [other for other, wait in waits.items() if wait <= timedelta()]
    if not gone:
        raise NobodyAway(min((wait // timedelta(milliseconds=1) for wait in waits.values()), default=None))
    for other in gone:
        other.outcome = Outcome.ABSENT
    conclude(held, gone)
