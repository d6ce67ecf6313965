"""What players say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from accounts import announcements
from accounts.models import Player
from accounts.problems import NameTaken, SessionEnded


def locked(player: Player) -> Player:
    """The row as it is now, ours until the transaction ends; who has just left has no session."""
    present = Player.objects.select_for_update().filter(pk=player.pk, is_active=True).first()
    if present is None:
        raise SessionEnded()
    return present


def save_named(player: Player, name: str) -> None:
    """Saves the row under a normalised, permitted name; of two who want it at once, the database picks one."""
    player.take_name(name)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        if Player.objects.filter(name_key=player.name_key).exclude(pk=player.pk).exists():
            raise NameTaken(params={"name": name}, extra={"field": "name"}) from None
        raise


def update(
    player: Player,
    *,
    name: str | None = None,
    avatar: str | None = None,
    preferences: Mapping[str, Any] | None = None,
) -> Player:
    """None leaves as it is; of the preferences, those named are changed. A guest may take a name too."""
    with transaction.atomic():
        if preferences:
            wanted = {**Player.objects.get(pk=player.pk).preferences, **preferences}
            announcements.preferring.send(Player, player=player, preferences=Player(preferences=wanted).preferred)
        present = locked(player)
        present.preferences = {**present.preferences, **(preferences or {})}
        present.avatar = avatar or present.avatar
        if name is None:
            present.save(update_fields=["preferences", "avatar"])
        else:
            save_named(present, name)
        return present
