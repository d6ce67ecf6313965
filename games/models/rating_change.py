from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.race import Race


class RatingChange(models.Model):
    """What a ranked race did to a player's rating: its history, never rewritten but by a rebuild."""

    race = models.ForeignKey(Race, models.PROTECT, related_name="rating_changes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes")
    ruleset = models.CharField(max_length=12)
    mean_before = models.FloatField()
    mean = models.FloatField()
    deviation = models.FloatField()
    at = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["race", "player"], name="rating_change_once")]
        indexes: ClassVar = [models.Index(fields=["player", "ruleset", "race"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.mean_before:.0f} → {self.mean:.0f}"
