"""How one becomes a player: a guest at once, an account later on the same row, or an account from the start."""

from __future__ import annotations

from django.db import transaction

from accounts.actions import emails, passwords, profile, sessions
from accounts.models import Player, Session
from accounts.problems import GuestOnly


def welcome(user_agent: str) -> tuple[Player, Session]:
    with transaction.atomic():
        player = Player.objects.create()
        return player, sessions.open_session(player, user_agent)


def sign_up(name: str, email: str, password: str, user_agent: str) -> tuple[Player, Session]:
    """An account without a guest before it; a guest who wants to keep their games upgrades."""
    with transaction.atomic():
        player = Player()
        _become_account(player, name, email, password)
        return player, sessions.open_session(player, user_agent)


def upgrade(guest: Player, name: str, email: str, password: str, user_agent: str) -> tuple[Player, Session]:
    """The guest's row becomes the account, with all that hangs on it; all sessions end, one is new."""
    with transaction.atomic():
        player = profile.locked(guest)
        if not player.guest:
            raise GuestOnly()
        _become_account(player, name, email, password)
        return player, sessions.renew(player, user_agent)


def _become_account(player: Player, name: str, email: str, password: str) -> None:
    player.guest = False
    player.name, player.email = name, email  # the password must not resemble them
    passwords.set_password(player, password, field="password")
    profile.save_named(player, name)
    emails.claim(player, email)
