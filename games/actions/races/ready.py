"""A player says that they are ready; the last one to do so starts the countdown."""

from __future__ import annotations

from accounts.models import Player
from games.actions.races.commands import Command, Done, carry_out
from games.actions.races.engaging import engage
from games.actions.races.held import Held
from games.actions.races.problems import RaceOver
from games.actions.races.starting import count_down, start_own
from games.models import Entry
from games.models.race import UNSTARTED, Start
from games.models.race_event import RaceEventType


def ready(player: Player, public_id: str, command: Command) -> Done:
    """Ready once is ready: a second press changes nothing. In a challenge the player's own game starts at once.

    Raises `NotFound`, `RaceOver`, `Engaged`, `IdReused`.
    """
    return carry_out(player, public_id, command, press)


def press(held: Held, entry: Entry) -> None:
    """What `ready` does in a race that is held."""
    race = held.race
    if race.over:
        raise RaceOver()
    if race.start == Start.OWN:
        if entry.game_id is None:
            start_own(held, entry)
        return
    if entry.ready or race.status not in UNSTARTED:
        return
    held.lock_players()
    engage(entry)
    held.tell(RaceEventType.READY, entry.player_id)
    if held.is_full and all(other.ready for other in held.entries):
        count_down(held)
