"""A player's command on a race: done once, whatever happens to the connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from accounts.models import Player
from accounts.problems import IdReused, NotFound
from games.actions.races.deadlines import hold
from games.actions.races.held import Held
from games.models import Entry, Race, RaceEvent


class Command(NamedTuple):
    """`id` is the client's name for it, unique by player and race; `digest` what it asks for."""

    id: str
    digest: int


class Done(NamedTuple):
    """`events` are those of the command, the same however often it is repeated; `race` is how it stands now."""

    race: Race
    events: list[RaceEvent]
    repeated: bool = False


def carry_out(player: Player, public_id: str, command: Command, do: Callable[[Held, Entry], None]) -> Done:
    """Does something in a race on behalf of a player who has a seat in it, with nothing due in it any more.

    Raises `NotFound`, `IdReused`, or what `do` raises; then nothing has changed.
    """
    with hold(public_id=public_id) as held:
        told = told_before(held.race, player, command)
        if told:
            return Done(held.race, told, repeated=True)
        entry = held.seat_of(player.pk)
        if entry is None:
            raise NotFound()
        held.command, held.digest = name(player, command), command.digest
        do(held, entry)
        return Done(held.race, [event for event in held.events if event.command == held.command])


def told_before(race: Race, player: Player, command: Command) -> list[RaceEvent]:
    """What the command told when it was first carried out. Raises `IdReused`."""
    told = list(RaceEvent.objects.filter(race=race.pk, command=name(player, command)).order_by("number"))
    if any(event.digest != command.digest for event in told):
        raise IdReused(params={"id": command.id})
    return told


def name(player: Player, command: Command) -> str:
    """By which a command is known among those of all players."""
    return f"{player.pk}:{command.id}"
