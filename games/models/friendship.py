from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Friendship(models.Model):
    """That one player asked another to be friends; mutual once accepted. At most one row for two players, whoever
    asked: both rows are locked where it is made."""

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friends_asking")
    asked_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["asker", "asked"], name="friendship_once"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="friendship_of_two"),
        ]

    def __str__(self) -> str:
        return "friends" if self.accepted_at else "asked"
