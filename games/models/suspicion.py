from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.result import Result


class Kind(models.TextChoices):
    """What about some results is implausible."""

    TOO_FAST = "too_fast"
    """Moves came faster than a person can send them."""
    TOO_EVEN = "too_even"
    """Moves came as evenly as a clock ticks."""
    TOO_GOOD = "too_good"
    """More random deals in a row were won than can be without seeing the hidden cards."""
    SOLVED = "solved"
    """Over many games the moves were those of a solver that sees the hidden cards."""


class State(models.TextChoices):
    """What the operator made of it. Only `withheld` keeps the results off the boards, for as long as it stands."""

    OPEN = "open"
    WITHHELD = "withheld"
    DISMISSED = "dismissed"


class Suspicion(models.Model):
    """Results that should be looked at by a person, with what speaks against them. Nothing follows by itself."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="suspicions")
    ruleset = models.CharField(max_length=12)
    kind = models.CharField(max_length=10, choices=Kind)
    results = models.ManyToManyField(Result, related_name="suspicions")
    # The figures that led to it, by name, with the bounds they passed.
    evidence = models.JSONField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    raised_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.ruleset}"
