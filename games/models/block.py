from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Block(models.Model):
    """That a player wants to hear nothing of another, who isn't told."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"since {self.at:%Y-%m-%d}"
