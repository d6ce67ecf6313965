"""Signing in and out."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, authenticate
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts import announcements, names
from accounts.emails import normal
from accounts.models import Player, Session
from accounts.problems import Invalid, NotFound, WrongCredentials
from accounts.sessions import LIFE, TOKEN_LENGTH, SessionStore

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(login: str, password: str, user_agent: str) -> tuple[Player, Session]:
    """By name, or by verified e-mail. An unknown login costs as much time as a wrong password."""
    player = authenticate(username=_name_of(login), password=password)
    if not isinstance(player, Player):
        raise WrongCredentials()
    with transaction.atomic():
        # A password changed since the check has ended all sessions: this one must not slip in behind it.
        present = Player.objects.select_for_update().get(pk=player.pk)
        if present.password != player.password or not present.is_active:
            raise WrongCredentials()
        return present, open_session(present, user_agent)


def open_session(player: Player, user_agent: str) -> Session:
    """The same row that Django's own sign-in makes, in one statement."""
    data = {
        SESSION_KEY: str(player.pk),
        BACKEND_SESSION_KEY: BACKEND,
        HASH_SESSION_KEY: player.get_session_auth_hash(),
    }
    return Session.objects.create(
        session_key=get_random_string(TOKEN_LENGTH, VALID_KEY_CHARS),
        session_data=SessionStore().encode(data),
        expire_date=timezone.now() + LIFE,
        player=player,
        user_agent=user_agent[: Session.USER_AGENT_LENGTH],
    )


def end(player: Player, sessions: QuerySet[Session]) -> int:
    """How many ended. Their tickets go with them; their sockets are told after the commit."""
    with transaction.atomic():
        keys = list(sessions.filter(player=player).select_for_update().values_list("pk", flat=True))
        Session.objects.filter(pk__in=keys).delete()
        if keys:
            transaction.on_commit(
                lambda: announcements.signed_out.send(Player, player_id=player.pk, session_keys=keys),
                robust=True,
            )
    return len(keys)


def end_one(player: Player, public_id: str) -> None:
    if not end(player, Session.objects.filter(public_id=public_id)):
        raise NotFound()


def end_all(player: Player, *, but: str | None = None) -> None:
    """`but` is the token of a session to keep."""
    end(player, Session.objects.exclude(pk=but) if but else Session.objects.all())


def renew(player: Player, user_agent: str) -> Session:
    """After a change of password: every session ends, and the one who changed it gets a new one."""
    end_all(player)
    return open_session(player, user_agent)


def page(player: Player, limit: int, cursor: str | None) -> tuple[list[Session], str | None]:
    """The live ones, newest first, and the cursor of the page after."""
    live = Session.objects.filter(player=player, expire_date__gt=timezone.now())
    if cursor:
        last = Session.objects.filter(player=player, public_id=cursor).first()
        if last is None:
            raise Invalid("This cursor is not from a page of this list.", field="cursor")
        same_time = Q(created_at=last.created_at, public_id__gt=last.public_id)
        live = live.filter(Q(created_at__lt=last.created_at) | same_time)
    items = list(live.order_by("-created_at", "public_id")[: limit + 1])
    return items[:limit], items[limit - 1].public_id if len(items) > limit else None


def _name_of(login: str) -> str:
    """No name holds an @, so a login is one or the other."""
    if "@" not in login:
        return names.key(login)
    addresses = EmailAddress.objects.filter(email=normal(login), verified=True)
    return addresses.values_list("user__name_key", flat=True).first() or ""
