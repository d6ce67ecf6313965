"""Finding a race that one may see."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import Player
from accounts.problems import NotFound
from games.actions.now import database_now
from games.actions.races.deadlines import act_on
from games.actions.races.presence import last_signs
from games.models import Entry, Race
from games.models.race import Spectators, Status, Visibility

_WITH = ("deal", "created_by", "ghost__player", "ghost__deal", "rematch")


class Seen(NamedTuple):
    """A race that somebody may see, its seats, and by seat the last sign of life.

    `viewer` is the row's number, `now` the database's time.
    """

    race: Race
    entries: Sequence[Entry]
    signs: dict[int, datetime]
    now: datetime
    viewer: int

    @property
    def mine(self) -> Entry | None:
        """The viewer's own seat."""
        return next((entry for entry in self.entries if entry.player_id == self.viewer), None)


def look(viewer: Player, public_id: str, code: str | None = None) -> Seen:
    """A race with nothing due in it. Raises `NotFound`, too where the viewer may not watch."""
    seen = _see(viewer, _current(public_id=public_id))
    if not may_watch(seen, code):
        raise NotFound()
    return seen


def look_by_code(viewer: Player, code: str) -> Seen:
    """The race behind a code, for who thinks of joining it. Raises `NotFound`."""
    return _see(viewer, _current(code=code.upper()))


def look_anyway(viewer: Player, race: int) -> Seen:
    """A race by its key, for who has just done something in it, and may have left it by that."""
    return _see(viewer, whole().get(pk=race))


def see_all(viewer: Player, races: Sequence[Race]) -> list[Seen]:
    """Several races that the viewer may see, in three queries."""
    entries = _seats().filter(race__in=races)
    by_race: dict[int, list[Entry]] = {race.pk: [] for race in races}
    for entry in entries:
        by_race[entry.race_id].append(entry)
    signs = last_signs(entries)
    now = database_now()
    seen = [Seen(race, by_race[race.pk], signs, now, viewer.pk) for race in races]
    for one in seen:
        _knit(one)
    return seen


def may_watch(seen: Seen, code: str | None) -> bool:
    """Players always; others as the race says, and anybody while they could still join an open one."""
    race = seen.race
    if seen.mine is not None or (race.visibility == Visibility.OPEN and race.status == Status.OPEN):
        return True
    if race.spectators == Spectators.CODE:
        return code is not None and code.upper() == race.code
    return race.spectators == Spectators.ANYONE


def whole() -> QuerySet[Race]:
    """Races with all that a view of them reads, but the seats."""
    return Race.objects.select_related(*_WITH)


def _current(**which: str) -> Race:
    race = _find(**which)
    if race.due_at is not None and race.due_at <= database_now():
        act_on(race.pk)
        race = _find(**which)
    return race


def _find(**which: str) -> Race:
    race = whole().filter(**which).first()
    if race is None:
        raise NotFound()
    return race


def _see(viewer: Player, race: Race) -> Seen:
    (seen,) = see_all(viewer, [race])
    return seen


def _seats() -> QuerySet[Entry]:
    return Entry.objects.select_related("player", "game").order_by("race", "seat")


def _knit(seen: Seen) -> None:
    """Lets rows that were read together find one another without asking again."""
    for entry in seen.entries:
        entry.race = seen.race
        if entry.game is not None:
            entry.game.deal = seen.race.deal
            entry.game.player = entry.player
