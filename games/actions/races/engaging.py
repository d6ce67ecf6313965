"""One race played together at a time."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from games.actions.races.problems import Engaged
from games.models import Entry, Wait


def engage(entry: Entry) -> None:
    """Binds a player to a race played together, and to no other; who waits for a match waits no longer.

    Raises `Engaged`. Precondition: the player's row is locked.
    """
    entry.ready = entry.engaged = True
    try:
        with transaction.atomic():
            entry.save(update_fields=["ready", "engaged"])
    except IntegrityError:
        entry.ready = entry.engaged = False
        raise Engaged() from None
    Wait.objects.filter(player=entry.player_id, race=None).delete()
