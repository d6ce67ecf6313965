"""What an operator makes of a suspicion: each can be changed again, and the boards follow at once."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games.actions.boards.standings import refresh
from games.models import Suspicion
from games.models.suspicion import State


def decide(suspicion: Suspicion, state: State) -> None:
    """Withheld results stand on no board; dismissed or open again, they stand where they would have."""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(pk=suspicion.player_id)
        Suspicion.objects.filter(pk=suspicion.pk).update(state=state)
        refresh(player)
