from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

from accounts.identifiers import LENGTH, public_id
from accounts.models.player import Player


class Session(AbstractBaseSession):
    """One device signed in. `session_key` is the token and the cookie: a secret, shown to nobody else.

    Signing out is deleting the row; its tickets go with it.
    """

    USER_AGENT_LENGTH = 200

    public_id = models.CharField("id", max_length=LENGTH, default=public_id, unique=True, editable=False)
    # Null for a session that Django opened before anyone signed in.
    player = models.ForeignKey(Player, models.CASCADE, related_name="sessions", null=True)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)  # to the day
    user_agent = models.CharField(max_length=USER_AGENT_LENGTH, blank=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        store: type[SessionStore] = import_module(settings.SESSION_ENGINE).SessionStore
        return store

    def __str__(self) -> str:
        return self.public_id
