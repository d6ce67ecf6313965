"""A new race, with its deal and its first players."""

from __future__ import annotations

from typing import NamedTuple

from accounts.identifiers import public_id as new_id
from accounts.models import Player
from games.actions.now import database_now
from games.actions.races.held import Held
from games.actions.races.times import UNSTARTED, WINDOW
from games.klondike.rules import Rules
from games.models import Deal, Entry, Game, Race
from games.models.race import Mode, Spectators, Start, Status, Visibility, race_code
from games.models.race_event import RaceEventType


class Terms(NamedTuple):
    """What a race is about; `rules` are the effective ones, undo policy and all."""

    rules: Rules
    seats: int = 2
    mode: Mode = Mode.FIRST
    time_limit_s: int = 1800
    visibility: Visibility = Visibility.INVITE
    spectators: Spectators = Spectators.CODE
    start: Start = Start.TOGETHER
    ghost: Game | None = None


def terms_of(race: Race) -> Terms:
    """The terms of a race there is, for another like it."""
    return Terms(
        race.played_by,
        race.seats,
        Mode(race.mode),
        race.time_limit_s,
        Visibility(race.visibility),
        Spectators(race.spectators),
        Start(race.start),
        race.ghost,
    )


def open_race(
    terms: Terms,
    deal: Deal,
    host: Player,
    *players: Player,
    ranked: bool = False,
    verdict: str | None = None,
    difficulty: str | None = None,
    rematch_of: Race | None = None,
    command: str | None = None,
    digest: int | None = None,
) -> Held:
    """Writes a race in which these players have seats, in the caller's transaction, who holds it and saves it."""
    now = database_now()
    own = terms.start == Start.OWN
    held = Held(
        Race.objects.create(
            public_id=new_id(),
            code=_free_code(),
            created_by=host,
            command=command,
            digest=digest,
            created_at=now,
            **{**terms._asdict(), "rules": terms.rules.as_dict()},
            ranked=ranked,
            rematch_of=rematch_of,
            deal=deal,
            verdict=verdict,
            difficulty=difficulty,
            status=Status.OPEN,
            ends_at=now + WINDOW if own else None,
            due_at=now + (WINDOW if own else UNSTARTED),
        ),
        [],
        now,
    )
    held.tell(RaceEventType.CREATED, host.pk)
    for player in (host, *players):
        take_seat(held, player)
    return held


def take_seat(held: Held, player: Player) -> Entry:
    """Gives a player the lowest free seat. Precondition: there is one."""
    taken = {entry.seat for entry in held.entries}
    seat = next(number for number in range(1, held.race.seats + 1) if number not in taken)
    entry = Entry.objects.create(race=held.race, player=player, seat=seat, joined_at=held.now)
    held.entries = sorted([*held.entries, entry], key=lambda entry: entry.seat)
    held.tell(RaceEventType.JOINED, player.pk, seat=seat)
    if held.is_full and held.race.status == Status.OPEN:
        held.race.status = Status.READY
    return entry


def _free_code() -> str:
    while Race.objects.filter(code=(code := race_code())).exists():
        pass
    return code
