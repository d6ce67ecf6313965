"""Giving a seat back before the start."""

from __future__ import annotations

from accounts.models import Player
from games.actions.races.commands import Command, Done, carry_out
from games.actions.races.ending import void
from games.actions.races.held import Held
from games.actions.races.problems import RaceOver, RaceStarted
from games.actions.races.times import UNSTARTED
from games.models import Entry
from games.models.race import Reason, Status
from games.models.race_event import RaceEventType


def leave(player: Player, public_id: str, command: Command) -> Done:
    """The seat is free for another, and a countdown is off; the last to leave ends the race. Once the player's game
    is dealt one forfeits instead.

    Raises `NotFound`, `RaceStarted`, `RaceOver`, `IdReused`.
    """
    return carry_out(player, public_id, command, rise)


def rise(held: Held, entry: Entry) -> None:
    """What `leave` does in a race that is held."""
    race = held.race
    if race.over:
        raise RaceOver()
    if entry.game_id is not None:
        raise RaceStarted()
    held.entries.remove(entry)
    entry.delete()
    held.tell(RaceEventType.LEFT, entry.player_id)
    if not held.entries or race.ranked:
        void(held, Reason.LEFT)
    elif race.status == Status.COUNTDOWN:
        race.status, race.starts_at, race.due_at = Status.OPEN, None, held.now + UNSTARTED
    elif race.status == Status.READY:
        race.status = Status.OPEN
