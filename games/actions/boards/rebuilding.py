"""The boards derived anew, while results come in."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from games.actions.boards.counts import mend, take_in_all
from games.actions.boards.standings import refresh
from games.models import BoardCount, Rating, Result, Standing


def rebuild_boards() -> int:
    """Makes every standing and every count what results and ratings say; of how many players. Each player's standings
    are a transaction of their own, in which nobody else can settle a result of theirs."""
    of_player = {"player": OuterRef("pk")}
    concerned = Player.objects.filter(
        Q(Exists(Result.objects.filter(**of_player)))
        | Q(Exists(Standing.objects.filter(**of_player)))
        | Q(Exists(Rating.objects.filter(**of_player)))
    )
    total = 0
    for player in concerned.order_by("pk").values_list("pk", flat=True).iterator():
        with transaction.atomic():
            refresh(Player.objects.select_for_update(no_key=True).get(pk=player))
        total += 1
    take_in_all()
    boards = Standing.objects.order_by().values_list("board", flat=True)
    for board in set(boards.distinct()) | set(BoardCount.objects.order_by().values_list("board", flat=True).distinct()):
        mend(board)
    return total
