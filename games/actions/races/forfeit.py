"""Giving up in a race that goes on."""

from __future__ import annotations

from accounts.models import Player
from games.actions.races.commands import Command, Done, carry_out
from games.actions.races.ending import conclude
from games.actions.races.held import Held
from games.actions.races.problems import NotStarted, RaceOver
from games.models import Entry
from games.models.entry import Outcome


def forfeit(player: Player, public_id: str, command: Command) -> Done:
    """Ends the player's game where it stands; what is home by then counts. Where one player is left, that one wins.

    Raises `NotFound`, `NotStarted`, `RaceOver`, `IdReused`.
    """
    return carry_out(player, public_id, command, give_up)


def give_up(held: Held, entry: Entry) -> None:
    """What `forfeit` does in a race that is held."""
    if held.race.over or entry.outcome is not None:
        raise RaceOver()
    if entry.game_id is None:
        raise NotStarted()
    entry.outcome = Outcome.FORFEITED
    conclude(held, [entry])
