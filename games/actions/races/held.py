"""A race in hand: its row locked, so that whatever several players press at once happens one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from accounts.problems import NotFound
from games import broadcast
from games.actions.now import database_now
from games.models import Entry, Race, RaceEvent
from games.models.race_event import RaceEventType

_WRITTEN = ["status", "reason", "seq", "due_at", "starts_at", "ends_at", "ended_at"]


class Held:
    """`now` is the database's time once the lock was had. Locks are taken in this order everywhere: races by their
    keys, players by theirs, games by theirs."""

    def __init__(self, race: Race, entries: list[Entry], now: datetime) -> None:
        self.race = race
        self.entries = entries
        self.now = now
        self.events: list[RaceEvent] = []
        self.command: str | None = None
        self.digest: int | None = None

    @property
    def is_full(self) -> bool:
        """Whether no seat is free; a ghost sits in one."""
        return len(self.entries) + (self.race.ghost_id is not None) >= self.race.seats

    def seat_of(self, player: int) -> Entry | None:
        """The entry of a player, by the row's number."""
        return next((entry for entry in self.entries if entry.player_id == player), None)

    def lock_players(self, *others: int) -> None:
        """Waits for the rows of all players of this race: whoever settles a game of theirs holds them too."""
        lock_players([*others, *(entry.player_id for entry in self.entries)])

    def tell(self, kind: RaceEventType, player: int | None = None, **detail: Any) -> None:
        """Appends to the race's log. `detail` is shown to whoever may watch: no card, no row's number is in it."""
        self.race.seq += 1
        event = RaceEvent(
            race=self.race.pk,
            number=self.race.seq,
            type=kind,
            player_id=player,
            detail=detail,
            at=self.now,
            command=self.command,
            digest=self.digest,
        )
        event.save(force_insert=True)
        self.events.append(event)

    def save(self) -> None:
        """Writes the row, if anything was told, and lets those who follow the race know once it is committed."""
        if self.events:
            self.race.save(update_fields=_WRITTEN)
            topic = self.race.topic
            transaction.on_commit(lambda: broadcast.moved(topic))


def take(races: QuerySet[Race], *, skip_locked: bool = False) -> Held | None:
    """Locks the first of these races, in the caller's transaction, who calls `save` at its end; None if there is none
    (with `skip_locked`: none that nobody else holds)."""
    race = races.select_for_update(of=("self",), skip_locked=skip_locked).select_related("deal").first()
    if race is None:
        return None
    entries = list(Entry.objects.filter(race=race).select_related("player", "game").order_by("seat"))
    for entry in entries:
        entry.race = race
        if entry.game is not None:
            entry.game.deal = race.deal
    return Held(race, entries, database_now())


@contextmanager
def hold_row(**which: Any) -> Iterator[Held]:
    """A transaction with the race that `which` looks up locked. Raises `NotFound`.

    Verbs use `deadlines.hold`, which first does what is due.
    """
    with transaction.atomic():
        held = take(Race.objects.filter(**which))
        if held is None:
            raise none_found(**which)
        yield held
        held.save()


def none_found(**which: Any) -> NotFound:
    """Why there is no race that `which` looks up. Of an id nobody is told whether it is a race's; a code shows its race
    to whoever has it, so that one may be said to be wrong."""
    return NotFound("No race has this code." if "code" in which else None)


def lock_players(players: Iterable[int]) -> bool:
    """Waits for the rows of these players, in the order of their keys, whatever order they come in. Whether none of
    them has left for good: whoever takes a seat holds the row first, so that no seat goes to one who is gone."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=set(players)).order_by("pk")
    return all(left_at is None for left_at in list(rows.values_list("deleted_at", flat=True)))
