"""What a race's clock brings about, whoever speaks or not.

Every deadline is a column in the database's time. Whoever comes by sees to what is due: each server process twice a
second (`keeper`), the scheduler now and then, and every verb before it does its own. Doing it twice changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from games.actions.now import database_now
from games.actions.races.ending import conclude, void
from games.actions.races.held import Held, hold_row, take
from games.actions.races.matching import match_waiting
from games.actions.races.starting import start
from games.models import Entry, Race
from games.models.entry import Outcome
from games.models.race import Reason, Start, Status

_BATCH = 50
_log = logging.getLogger(__name__)


def act_on_due() -> datetime | None:
    """Does all that is due in any race, and matches who waits; says when something will be due next.

    Safe to run anywhere, twice, and at once: a race that somebody else is at is left to them. One that can't be helped
    now is logged, and keeps no other waiting.
    """
    due = list(Race.objects.filter(due_at__lte=Now()).order_by("due_at").values_list("pk", flat=True)[:_BATCH])
    for race in due:
        try:
            act_on(race, skip_locked=True)
        except Exception:  # whatever it is, the other races must go on
            _log.exception("race %s is due and could not be served", race)
    match_waiting()
    if len(due) == _BATCH:
        return database_now()
    return Race.objects.filter(due_at__gt=Now()).order_by("due_at").values_list("due_at", flat=True).first()


def act_on(race: int, *, skip_locked: bool = False) -> bool:
    """Does what is due in one race, by its key; whether anything was."""
    with transaction.atomic():
        held = take(Race.objects.filter(pk=race, due_at__lte=Now()), skip_locked=skip_locked)
        if held is None:
            return False
        act(held)
        held.save()
        return True


@contextmanager
def hold(**which: Any) -> Iterator[Held]:
    """A transaction with the race that `which` looks up locked, and nothing due in it. Raises `NotFound`."""
    due = Race.objects.filter(due_at__lte=Now(), **which).values_list("pk", flat=True).first()
    if due is not None:
        act_on(due)  # in a transaction of its own: a verb that is refused undoes no deadline
    with hold_row(**which) as held:
        act(held)
        yield held


def act(held: Held) -> None:
    """Does what is due in a race that is held."""
    race = held.race
    while race.due_at is not None and race.due_at <= held.now:
        if race.start == Start.OWN:
            _challenge(held)
        elif race.status == Status.COUNTDOWN:
            start(held)
        elif race.status == Status.RUNNING:
            conclude(held, [], reason=Reason.LIMIT)
        else:
            void(held, Reason.UNSTARTED)


def _challenge(held: Held) -> None:
    """Ends the parts whose time is up; with the window, the race."""
    race = held.race
    assert race.ends_at is not None
    if race.ends_at <= held.now:
        conclude(held, [], reason=Reason.WINDOW)
        return
    late = [entry for entry in held.entries if entry.playing and _ends(entry) <= held.now]
    for entry in late:
        entry.outcome = Outcome.TIME
    conclude(held, late)
    if not race.over:
        race.due_at = min([race.ends_at, *(_ends(entry) for entry in held.entries if entry.playing)])
        # Nothing is told where the one whose time was up had stopped before, and then nobody else writes the row.
        race.save(update_fields=["due_at"])


def _ends(entry: Entry) -> datetime:
    assert entry.ends_at is not None, "a challenge's game is dealt with its end"
    return entry.ends_at
