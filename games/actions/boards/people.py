"""Who comes onto the boards and leaves them without a result: bans, goodbyes, merges, privacy, verified addresses.

Each runs inside the transaction of the act, and locks the player's row unless the act has.
"""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import Player
from games.actions.boards.standings import is_shown, refresh
from games.models import Standing

_TELLING = {"is_active", "deleted_at", "preferences"}


def take_over(sender: object, *, guest: Player, **_: object) -> None:
    """A merged guest's standings go; its results don't count on the account's. Precondition: both rows are locked."""
    refresh(_locked(guest.pk))


def leave(sender: object, *, player: Player, **_: object) -> None:
    """One who leaves takes their places with them, and all below move up."""
    gone = _locked(player.pk)
    gone.is_active = False
    refresh(gone)


def follow(
    sender: object,
    *,
    instance: Player,
    created: bool,
    update_fields: Collection[str] | None,
    **_: object,
) -> None:
    """A player's row was saved: by an operator who bans or forgives, or by the player who goes private or public."""
    if created or (update_fields is not None and not _TELLING & set(update_fields)):
        return
    if is_shown(instance) is not Standing.objects.filter(player=instance).exists():
        with transaction.atomic():
            refresh(_locked(instance.pk))


def verify(sender: object, *, instance: EmailAddress, **_: object) -> None:
    """An address was verified or given up: only players with one stand on the boards of dailies."""
    with transaction.atomic():
        refresh(_locked(instance.user_id))


def _locked(player: int) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player)
