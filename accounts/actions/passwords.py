"""Passwords: checked, changed, and set anew by a key that was mailed."""

from __future__ import annotations

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.utils import url_str_to_user_pk, user_pk_to_url_str
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import emails
from accounts.actions import sessions
from accounts.actions.profile import locked
from accounts.models import Player, Session
from accounts.problems import AccountNeeded, Invalid, WrongPassword

TOKENS = app_settings.PASSWORD_RESET_TOKEN_GENERATOR()
RESET_ACCOUNTS = 5  # of those that gave one unverified address, as many are offered a reset in one mail


def set_password(player: Player, password: str, *, field: str) -> None:
    """On the unsaved or locked row; `field` is the request's name for it, should it be too weak."""
    try:
        get_adapter().clean_password(password, player)
    except ValidationError as weak:
        raise Invalid(" ".join(weak.messages), field=field) from None
    player.set_password(password)


def prove(player: Player, password: str | None) -> None:
    """That it is the player who asks, not somebody at their open session."""
    if not player.check_password(password or ""):
        raise WrongPassword()


def change(player: Player, password: str, new_password: str, user_agent: str) -> tuple[Player, Session]:
    """All sessions end, the asking one too; a new one takes its place."""
    with transaction.atomic():
        present = locked(player)
        if present.guest:
            raise AccountNeeded()
        prove(present, password)
        set_password(present, new_password, field="new_password")
        present.save(update_fields=["password"])
        return present, sessions.renew(present, user_agent)


def request_reset(address: str) -> None:
    """Exactly one mail goes out, whoever has this address or nobody: neither answer nor time tells."""
    address = emails.normal(address)
    owners = EmailAddress.objects.filter(email=address, user__is_active=True).select_related("user")
    players = [owner.user for owner in owners.filter(verified=True) or owners.order_by("-pk")[:RESET_ACCOUNTS]]
    keys = {player: reset_key(player) for player in players}
    resets = [{"name": player.name, "key": key, "link": emails.link("reset", key)} for player, key in keys.items()]
    emails.send("reset" if resets else "unknown", address, resets=resets)


def reset_key(player: Player) -> str:
    """Good until the password, the address or three days have changed."""
    return f"{user_pk_to_url_str(player)}-{TOKENS.make_token(player)}"


def reset(key: str, new_password: str) -> None:
    """All sessions end; the player signs in with the new password."""
    number, _, token = key.partition("-")
    with transaction.atomic():
        player = _of_number(number)
        if player is None or not TOKENS.check_token(player, token):
            raise Invalid("This key is wrong, used or too old.", field="key")
        set_password(player, new_password, field="new_password")
        player.save(update_fields=["password"])
        sessions.end_all(player)


def _of_number(number: str) -> Player | None:
    try:
        pk = url_str_to_user_pk(number)
    except ValueError:
        return None
    return Player.objects.select_for_update().filter(pk=pk, guest=False, is_active=True).first()
