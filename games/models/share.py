from __future__ import annotations

from secrets import choice
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.deal import Deal

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8


def share_code() -> str:
    """Forty random bits in letters that are told apart when read aloud; no card is in it."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class ShareCode(models.Model):
    """A player's word that others may play this deal under these rules, as practice."""

    code = models.CharField(max_length=CODE_LENGTH, primary_key=True, default=share_code)
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="codes")
    ruleset = models.CharField(max_length=12)
    rules = models.JSONField()
    shared_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "shared_by"], name="share_once_a_player"),
        ]

    def __str__(self) -> str:
        return self.code
