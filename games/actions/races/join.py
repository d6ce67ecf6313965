"""Taking a seat, by the code that a friend has passed on."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import SessionEnded
from games.actions.races.commands import Command, Done, name, told_before
from games.actions.races.deadlines import hold
from games.actions.races.held import lock_players
from games.actions.races.opening import take_seat
from games.actions.races.problems import RaceFull, RaceOver, RaceStarted
from games.models.race import UNSTARTED, Start


def join(player: Player, code: str, command: Command | None = None) -> Done:
    """Gives the player a seat; one who has it already gets the same answer as the first time.

    Raises `NotFound`, `RaceFull`, `RaceStarted`, `RaceOver`, `IdReused`.
    """
    with hold(code=code.upper()) as held:
        race = held.race
        told = told_before(race, player, command) if command else []
        if told:
            return Done(race, told, repeated=True)
        if held.seat_of(player.pk):
            return Done(race, [])
        if race.over:
            raise RaceOver()
        if held.is_full:
            raise RaceFull()
        if race.status not in UNSTARTED and race.start == Start.TOGETHER:
            raise RaceStarted()
        if command:
            held.command, held.digest = name(player, command), command.digest
        if not lock_players([player.pk]):
            raise SessionEnded()
        take_seat(held, player)
        return Done(race, held.events[-1:])
