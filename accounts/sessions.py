"""Sessions as Django's engine keeps them, and the one query that tells whose a token is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection
from django.utils import timezone

from accounts import statements
from accounts.models import Player, Session

TOKEN_LENGTH = 32  # of Django's session keys: lower-case letters and digits, 165 bits
LIFE = timedelta(seconds=settings.SESSION_COOKIE_AGE)
SLIDE = timedelta(days=1)  # a session in use is prolonged at most this often

# In the order of the model, which from_db goes by.
FIELDS = ("is_superuser", "id", "public_id", "name", "guest", "is_staff", "is_active")
FIND = f"""
    SELECT session.public_id, session.seen_at < %s, {", ".join(f"player.{field}" for field in FIELDS)}
    FROM accounts_session session JOIN accounts_player player ON player.id = session.player_id
    WHERE session.session_key = %s AND session.expire_date > %s AND player.is_active
"""


class SessionStore(DatabaseStore):
    """Django's own sign-in (the admin's) makes the same rows as ours."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        made = super().create_model_instance(data)
        session = Session.objects.filter(pk=made.pk).first() or Session(pk=made.pk)
        session.session_data, session.expire_date = made.session_data, made.expire_date
        session.player_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        return session


class Access(NamedTuple):
    """How a request proved whose it is."""

    token: str
    session: str  # the session's public id
    by_cookie: bool = False


def find(token: str) -> tuple[Player, Access] | None:
    """Whose live session this is, in one query, and one more each day to prolong it.

    On the path of every move: plain SQL, and a Player whose other fields load when asked for.
    """
    if len(token) != TOKEN_LENGTH or not (token.isascii() and token.isalnum()):
        return None
    now = timezone.now()
    moment = connection.ops.adapt_datetimefield_value
    rows = statements.fetch(FIND, [moment(now - SLIDE), token, moment(now)])
    if not rows:
        return None
    session, stale, superuser, number, public_id, name, *flags = rows[0]
    values = (bool(superuser), number, public_id, name, *map(bool, flags))
    player = Player.from_db(connection.alias, FIELDS, values)
    if stale:
        Session.objects.filter(pk=token).update(seen_at=now, expire_date=now + LIFE)
        Player.objects.filter(pk=player.pk).update(seen_at=now)
    return player, Access(token, session)


def alive(tokens: list[str]) -> set[str]:
    """Those of the sessions that have not ended; sockets ask, since a message that one ended can be lost."""
    sessions = Session.objects.filter(pk__in=tokens, expire_date__gt=timezone.now(), player__is_active=True)
    return set(sessions.values_list("pk", flat=True))
