from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class RaceEventType(models.TextChoices):
    """What happened to a race, as clients see it."""

    CREATED = "created"
    JOINED = "joined"
    LEFT = "left"
    READY = "ready"
    COUNTDOWN = "countdown"
    STARTED = "started"
    """The race; in a challenge one player's part in it."""
    STOPPED = "stopped"
    """One player's part is over."""
    FINISHED = "finished"
    VOID = "void"
    REMATCH = "rematch"


class RaceEvent(models.Model):
    """One line of a race's log, numbered from 1 without a gap: written under the race's lock, changed by nobody."""

    pk = models.CompositePrimaryKey("race", "number")
    race = models.BigIntegerField()
    number = models.IntegerField()
    type = models.CharField(max_length=9, choices=RaceEventType)
    # Whose doing or whose part it was; None: the server's.
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()
    # Which command this line is part of, the player's number before the client's name for it, and what it asked.
    command = models.CharField(max_length=84, null=True)
    digest = models.BigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["race", "number"]

    def __str__(self) -> str:
        return f"{self.number} {self.type}"
