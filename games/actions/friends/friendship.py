"""Asking, accepting, ending."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Player
from accounts.problems import Invalid, NotFound, Problem, SessionEnded
from games.actions.owner import lock
from games.models import Block, Friendship

LIMIT = 500


class TooManyFriends(Problem):
    """You have {limit} friends and requests: end one of them first."""

    status, code, title = 409, "too_many_friends", "Too many friends"


def ask(player: Player, other: Player) -> Friendship:
    """Asks another player; accepts where the other has asked before, and changes nothing where nothing is to be done.

    Raises `Invalid`, `TooManyFriends`.
    """
    if player.pk == other.pk:
        raise Invalid("Nobody is their own friend.", field="player")
    with transaction.atomic():
        _lock(player, other)
        Block.objects.filter(player=player, blocked=other).delete()
        found = between(player, other).first()
        if found is not None:
            return _accept(found) if found.asker_id == other.pk else found
        if of(player).count() >= LIMIT:
            raise TooManyFriends(params={"limit": LIMIT})
        return Friendship.objects.create(asker=player, asked=other)


def accept(player: Player, other: Player) -> Friendship:
    """Accepts what the other asked. Raises `NotFound` where they didn't, or are blocked."""
    with transaction.atomic():
        _lock(player, other)
        found = Friendship.objects.filter(asker=other, asked=player).first()
        if found is None or Block.objects.filter(player=player, blocked=other).exists():
            raise NotFound()
        return _accept(found)


def end(player: Player, other: Player) -> None:
    """Ends a friendship, takes a request back, or declines one; the other isn't told."""
    between(player, other).delete()


def block(player: Player, other: Player) -> None:
    """Ends what is between them, and hides whatever the other asks from now on. Raises `Invalid`."""
    if player.pk == other.pk:
        raise Invalid("Nobody can block themselves.", field="player")
    with transaction.atomic():
        _lock(player, other)
        between(player, other).delete()
        Block.objects.get_or_create(player=player, blocked=other)


def unblock(player: Player, other: Player) -> None:
    """Nothing happens where there was no block."""
    Block.objects.filter(player=player, blocked=other).delete()


def of(player: Player) -> QuerySet[Friendship]:
    """All that a player may know of: friends, those they asked, those who ask and aren't blocked."""
    blocked = Block.objects.filter(player=player).values("blocked")
    here = {"asker__deleted_at": None, "asked__deleted_at": None}
    return Friendship.objects.filter(Q(asker=player) | Q(asked=player), **here).exclude(asker__in=blocked)


def between(player: Player, other: Player) -> QuerySet[Friendship]:
    """The one row that there may be."""
    return Friendship.objects.filter(Q(asker=player, asked=other) | Q(asker=other, asked=player))


def friends_of(player: int) -> list[int]:
    """The keys of those who are friends by now."""
    both = Friendship.objects.filter(Q(asker=player) | Q(asked=player), accepted_at__isnull=False)
    return [asked if asker == player else asker for asker, asked in both.values_list("asker_id", "asked_id")]


def _accept(found: Friendship) -> Friendship:
    if found.accepted_at is None:
        found.accepted_at = timezone.now()
        found.save(update_fields=["accepted_at"])
    return found


def _lock(player: Player, other: Player) -> None:
    """So that two who ask each other at the same moment make one row."""
    if not lock(player.pk, other.pk):
        raise SessionEnded() if Player.objects.filter(pk=player.pk).exclude(deleted_at=None).exists() else NotFound()
