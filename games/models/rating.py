from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Rating(models.Model):
    """How strong a player of ranked races is, by ruleset: the last of their `RatingChange`s."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings")
    ruleset = models.CharField(max_length=12)
    mean = models.FloatField()
    deviation = models.FloatField()
    races = models.PositiveIntegerField()
    # Ms since 1970.
    changed_at = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "ruleset"], name="rating_once")]

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.mean:.0f} ± {self.deviation:.0f}"
