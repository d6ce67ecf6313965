"""A player's e-mail address: given, verified by a key that was mailed to it.

Only a verified address belongs to anybody. Several players may have given the same one; the first to verify it
has it. Nothing here tells a stranger whether an address has an account: only the mailbox is told.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import IntegrityError, transaction

from accounts import emails
from accounts.actions import sessions
from accounts.actions.passwords import prove
from accounts.actions.profile import locked
from accounts.models import Player
from accounts.problems import AccountNeeded, EmailTaken, Invalid


def claim(player: Player, address: str) -> None:
    """The one address of a saved player, unverified, and the mail that asks to verify it."""
    player.email = emails.normal(address)
    player.save(update_fields=["email"])
    EmailAddress.objects.filter(user=player).delete()
    EmailAddress.objects.create(user=player, email=player.email, primary=True)
    send_verification(player)


def change(player: Player, address: str, password: str) -> None:
    """Another address, unverified until its mail comes back; a verified one that it replaces is told."""
    with transaction.atomic():
        present = locked(player)
        if present.guest:
            raise AccountNeeded()
        prove(present, password)
        if emails.normal(address) == present.email:
            send_verification(present)
            return
        if present.email and present.email_verified:
            emails.send("changed", present.email, name=present.name)
        claim(present, address)


def send_verification(player: Player) -> None:
    """Sent again on request; nothing is sent to an address that its owner has verified already."""
    address = EmailAddress.objects.filter(user=player).first()
    if address is None:
        raise AccountNeeded()
    if address.verified:
        return
    owner = Player.objects.filter(emailaddress__email=address.email, emailaddress__verified=True).first()
    if owner:
        emails.send("taken", address.email, name=owner.name)
    else:
        key = EmailConfirmationHMAC.create(address).key
        emails.send("verify", address.email, name=player.name, key=key, link=emails.link("verify", key))


def verify(key: str, token: str | None) -> Player:
    """Who holds the mailbox holds the account: every session but the one of `token` ends."""
    with transaction.atomic():
        confirmation = EmailConfirmationHMAC.from_key(key)
        if confirmation is None:
            raise Invalid("This key is wrong, used or too old.", field="key")
        address = confirmation.email_address
        try:
            with transaction.atomic():
                address.verified = True
                address.save(update_fields=["verified"])
        except IntegrityError:
            raise EmailTaken() from None
        player: Player = address.user
        sessions.end_all(player, but=token)
        return player
