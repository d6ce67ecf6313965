"""A player leaves for good."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts import announcements
from accounts.actions import sessions
from accounts.actions.passwords import prove
from accounts.models import Avatar, Player
from accounts.problems import SessionEnded

NAME = "Deleted player"


def delete(player: Player, password: str | None) -> None:
    """The row stays, so that others' results do; nothing in it says who it was, but the key of the name,
    which nobody else shall bear. A guest has no password to give.
    """
    with transaction.atomic():
        if not player.guest:
            prove(player, password)
        announcements.deleting.send(Player, player=player)
        private = not Player.objects.get(pk=player.pk).preferred.public_profile
        if not Player.objects.filter(pk=player.pk, deleted_at=None).update(
            name=NAME,
            email=None,
            password="!",
            avatar=Avatar.SPADE,
            preferences={"public_profile": False} if private else {},  # nobody's games come to light by their going
            is_active=False,
            is_staff=False,
            is_superuser=False,
            deleted_at=timezone.now(),
        ):
            raise SessionEnded()
        EmailAddress.objects.filter(user=player).delete()
        player.groups.clear()
        player.user_permissions.clear()
        sessions.end_all(player)
