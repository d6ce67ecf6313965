"""Moves of a race's game: whether the race still takes them, and the one that ends the game."""

from __future__ import annotations

from django.db import IntegrityError
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now

from games import journal
from games.actions.races import presence
from games.actions.races.deadlines import act_on, hold
from games.actions.races.ending import Last, conclude
from games.klondike.history import History
from games.models import Race
from games.models.entry import Outcome


def catch_up(game: int, player: int) -> bool:
    """Sees to what is due in the race of a game (by its key); whether there was anything, so that the game may have
    changed. A command that comes in is a sign of life."""
    due = ExpressionWrapper(Q(due_at__lte=Now()), BooleanField())
    race, public_id, is_due = Race.objects.filter(entries__game=game).values_list("pk", "public_id", due).get()
    presence.requested(player, public_id)
    return bool(is_due) and act_on(race)


def race_is_over(game: int) -> bool:
    """Whether the race of a game (by its key) is over, for all who play it; its deal is open then."""
    return not Race.objects.filter(entries__game=game, due_at__isnull=False).exists()


def close(entry: journal.Entry, last: History) -> bool:
    """Appends the command that ends its own game, a win or a forfeit, and with it the race where that decides it.

    False where the log or the race has moved on: then nothing was written.
    """
    try:
        with hold(entries__game=entry.game) as held:
            mine = next(seat for seat in held.entries if seat.game_id == entry.game)
            if held.race.over or mine.outcome is not None:
                return False
            mine.outcome = Outcome.WON if last.status == "won" else Outcome.FORFEITED
            conclude(held, [mine], last=Last(entry, last))
    except IntegrityError:
        return False
    return True
