"""What time does: a game nobody plays on is abandoned, a guest who never played is forgotten, and so is what has ended.

Each game and each guest has a transaction of its own, and is looked at again inside it: tidying may run twice, at once
with itself and with play, and may be killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.utils import timezone

from accounts.models import Player
from accounts.problems import Problem
from accounts.sessions import SessionStore
from games.actions.now import now_ms
from games.actions.owner import UNFINISHED, lock
from games.actions.play import UNASKED, Hand, Steps, carry_out, stop
from games.actions.races import presence
from games.klondike.events import By, EndedBy, EventType
from games.models import Deal, Game, GameEvent
from games.models.deal import Source
from games.models.game import IN_RACE

Row = TypeVar("Row", bound=models.Model)

_AT_ONCE = 500
_DAY_MS = 24 * 60 * 60 * 1000


def abandon_games() -> int:
    """Ends every game, races apart, that has had no command for so long: lost if a move was made in it, else void.
    Returns how many."""
    before = now_ms() - settings.ABANDONED_AFTER_DAYS * _DAY_MS

    def decide(hand: Hand) -> Steps:
        return stop(hand, EndedBy.ABANDONED, By.SERVER) if hand.game.clock.at < before else []

    ended = 0
    for game in _in_slices(Game.objects.filter(status__in=UNFINISHED, at__lt=before).exclude(IN_RACE)):
        with suppress(Problem):  # given away or played on meanwhile
            ended += bool(carry_out(game.player_id, game.public_id, UNASKED, decide).steps)
    return ended


def forget_guests() -> int:
    """Deletes the guests who haven't been seen for so long and never made a move. Returns how many."""
    before = timezone.now() - timedelta(days=settings.UNUSED_GUESTS_DAYS)
    moved = GameEvent.objects.filter(game=OuterRef("pk"), type=EventType.PLAYED)  # a row may lag behind its first moves
    played = Game.objects.filter(Exists(moved), player=OuterRef("pk"))
    unused = Player.objects.filter(~Exists(played), guest=True, deleted_at=None, seen_at__lt=before)
    forgotten = 0
    for guest in _in_slices(unused):
        with suppress(ProtectedError), transaction.atomic():  # one who shared a deal or sat in a race stays
            if lock(guest.pk) and unused.filter(pk=guest.pk).exists():
                _forget(guest)
                forgotten += 1
    return forgotten


def forget_ended() -> None:
    """Deletes sessions that have run out, and what is known of connections to races that ended long ago."""
    SessionStore.clear_expired()
    presence.forget()


def _forget(guest: Player) -> None:
    games = list(guest.games.values_list("pk", "deal"))
    GameEvent.objects.filter(game__in=[game for game, _ in games]).delete()
    guest.games.all().delete()
    deals = Deal.objects.filter(pk__in=[deal for _, deal in games], source=Source.SECRET)
    deals.filter(games=None, verdicts=None).delete()
    guest.delete()


def _in_slices(rows: QuerySet[Row]) -> Iterator[Row]:
    last = 0
    while found := list(rows.filter(pk__gt=last).order_by("pk")[:_AT_ONCE]):
        last = found[-1].pk  # before the row loses its key by being deleted
        yield from found
