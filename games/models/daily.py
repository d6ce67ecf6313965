from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.deal import Deal


class Daily(models.Model):
    """The deal of a day for everyone who plays a ruleset: one, whichever server is asked first.

    The day is UTC's. The deal's `opens_at` is an hour after the day's end, from the start.
    """

    date = models.DateField()
    ruleset = models.CharField(max_length=12)
    deal = models.OneToOneField(Deal, models.PROTECT, related_name="daily")
    verdict = models.CharField(max_length=10)
    difficulty = models.CharField(max_length=6)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["date", "ruleset"], name="daily_once")]

    def __str__(self) -> str:
        return f"{self.ruleset} of {self.date}"

    @property
    def context(self) -> str:
        """What the commitment binds the seed to."""
        return f"daily:{self.date}:{self.ruleset}"
