"""An account takes over the games of a guest who turned out to be the same person."""

from __future__ import annotations

from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import announcements, sessions
from accounts.actions.sessions import end_all
from accounts.models import Merge, Player
from accounts.problems import AccountNeeded, IdReused, Invalid, SessionEnded


def merge(survivor: Player, guest_token: str, command: str) -> tuple[Merge, bool]:
    """The merge, and whether it had been done before under this id of a command. Never undone.

    Listeners move what is theirs, or raise a Problem and nothing changes.
    """
    digest = sha256(guest_token.encode()).digest()
    if survivor.guest:
        raise AccountNeeded()
    # In this order: a merge that commits between the two lines ends the session and can be known.
    found = sessions.find(guest_token)
    known = _known(survivor, command, digest)
    if known is not None:
        return known, True
    if found is None or not found[0].guest:
        raise Invalid("This is no live guest's token.", field="guest_token")
    guest = found[0]
    with transaction.atomic():
        try:
            with transaction.atomic():
                done = Merge.objects.create(survivor=survivor, guest=guest, command=command, digest=digest)
        except IntegrityError:
            known = _known(survivor, command, digest)
            if known is None:
                raise
            return known, True
        # Of two merges of one guest the second finds it gone: a listener that locks it, or we below.
        left = Player.objects.filter(pk=guest.pk, guest=True, deleted_at=None)
        gone = Invalid("This guest has just been merged or upgraded.", field="guest_token")
        try:
            announcements.merging.send(Player, survivor=survivor, guest=guest)
        except SessionEnded:
            if left.exists():
                raise
            raise gone from None
        if not left.update(deleted_at=timezone.now(), is_active=False, name_key=None, preferences={}):
            raise gone
        end_all(guest)
        return done, False


def _known(survivor: Player, command: str, digest: bytes) -> Merge | None:
    done = Merge.objects.filter(survivor=survivor, command=command).select_related("guest").first()
    if done and bytes(done.digest) != digest:
        raise IdReused(params={"id": command})
    return done
