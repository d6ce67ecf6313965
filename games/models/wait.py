from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from games.models.race import Race


class Wait(models.Model):
    """A player who waits for a ranked race; with `race` set, one who was matched, until they ask for another."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="wait")
    ruleset = models.CharField(max_length=12)
    rating = models.IntegerField()
    since = models.DateTimeField(db_default=Now())
    # The last sign of life and a little more: nobody is matched with somebody who has gone away.
    alive_until = models.DateTimeField()
    race = models.ForeignKey(Race, models.CASCADE, null=True, related_name="+")
    # The command that asked last, so that a repeated request finds what it led to.
    command = models.CharField(max_length=64, null=True)
    digest = models.BigIntegerField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "since"], condition=models.Q(race=None), name="wait_for_match"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} around {self.rating}"
