"""Finding a race that one may see."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from accounts.compiled import Compiled
from accounts.models import Player
from accounts.problems import NotFound
from games.actions.now import database_now
from games.actions.races.deadlines import act_on
from games.actions.races.held import none_found
from games.actions.races.presence import last_signs, latest
from games.actions.sitting import sit_at_all
from games.klondike.history import History
from games.models import Entry, Game, Presence, Race
from games.models.race import Spectators, Status, Visibility

_WITH = ("deal", "created_by", "rematch")
_GHOSTS = Prefetch("ghost", Game.objects.select_related("player", "deal"))
_FOUND = {
    "public_id": Compiled(lambda name: whole().filter(public_id=name)),
    "code": Compiled(lambda code: whole().filter(code=code)),
}
_SEATS = Compiled(lambda race: _seats().filter(race=race))
_SIGNS = Compiled(lambda race: Presence.objects.filter(entry__race=race))


class Seen(NamedTuple):
    """A race that somebody may see, its seats, by seat the last sign of life, and by game (its key) how it stands.

    `viewer` is the row's number, `now` the database's time.
    """

    race: Race
    entries: Sequence[Entry]
    signs: dict[int, datetime]
    games: dict[int, History]
    now: datetime
    viewer: int

    @property
    def mine(self) -> Entry | None:
        """The viewer's own seat."""
        return next((entry for entry in self.entries if entry.player_id == self.viewer), None)


def look(viewer: Player, public_id: str, code: str | None = None, now: datetime | None = None) -> Seen:
    """A race with nothing due in it (as of `now`, the database's time, for who has just asked). Raises `NotFound`, too
    where the viewer may not watch."""
    seen = _see_now(viewer, now, public_id=public_id)
    if not may_watch(seen, code):
        raise NotFound()
    return seen


def look_by_code(viewer: Player, code: str) -> Seen:
    """The race behind a code, for who thinks of joining it. Raises `NotFound`."""
    return _see_now(viewer, None, code=code.upper())


def look_anyway(viewer: Player, race: int) -> Seen:
    """A race by its key, for who has just done something in it, and may have left it by that."""
    return see(viewer, whole().get(pk=race), database_now())


def see(viewer: Player, race: Race, now: datetime) -> Seen:
    """One race that the viewer may see."""
    (seen,) = _seen(viewer, [race], _SEATS(race.pk), latest(_SIGNS(race.pk)), now)
    return seen


def see_all(viewer: Player, races: Sequence[Race]) -> list[Seen]:
    """Several, in four queries: the seats with their games, the events that the games' rows lag behind, the signs of
    life, the time."""
    entries = list(_seats().filter(race__in=races))
    return _seen(viewer, races, entries, last_signs(entries), database_now())


def may_watch(seen: Seen, code: str | None) -> bool:
    """Players always; others as the race says, and anybody while they could still join an open one."""
    race = seen.race
    if seen.mine is not None or (race.visibility == Visibility.OPEN and race.status == Status.OPEN):
        return True
    if race.spectators == Spectators.CODE:
        return code is not None and code.upper() == race.code
    return race.spectators == Spectators.ANYONE


def whole() -> QuerySet[Race]:
    """Races with all that a view of them reads, but the seats. Few have a ghost, so it is not joined to all."""
    return Race.objects.select_related(*_WITH).prefetch_related(_GHOSTS)


def find(**which: str) -> Race:
    """The one with this id or code. Raises `NotFound`."""
    ((by, name),) = which.items()
    races = _FOUND[by](name)
    if not races:
        raise none_found(**which)
    if races[0].ghost_id is not None:
        prefetch_related_objects(races, _GHOSTS)
    return races[0]


def _see_now(viewer: Player, now: datetime | None, **which: str) -> Seen:
    race, now = find(**which), now or database_now()
    if race.due_at is not None and race.due_at <= now:
        act_on(race.pk)
        race, now = find(**which), database_now()
    return see(viewer, race, now)


def _seen(
    viewer: Player, races: Sequence[Race], entries: Sequence[Entry], signs: dict[int, datetime], now: datetime
) -> list[Seen]:
    """Rows that were read together needn't ask for one another."""
    by_key = {race.pk: race for race in races}
    for entry in entries:
        entry.race = by_key[entry.race_id]
        if entry.game is not None:
            entry.game.deal, entry.game.player = entry.race.deal, entry.player
    sittings = sit_at_all([entry.game for entry in entries if entry.game is not None])
    games = {sitting.game.pk: sitting.history for sitting in sittings}
    return [
        Seen(race, [entry for entry in entries if entry.race_id == race.pk], signs, games, now, viewer.pk)
        for race in races
    ]


def _seats() -> QuerySet[Entry]:
    return Entry.objects.select_related("player", "game").order_by("race", "seat")
