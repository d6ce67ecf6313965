from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from games.models.game import Game
from games.models.race import Race


class Outcome(models.TextChoices):
    """How a player's part in a race ended."""

    WON = "won"
    """All cards home."""
    FORFEITED = "forfeited"
    ABSENT = "absent"
    """Away past the grace and claimed by another player."""
    TIME = "time"
    """Still playing when the race, or the player's own time in a challenge, came to its end."""
    UNSTARTED = "unstarted"
    """Of a challenge: never dealt."""


GAVE_UP = (Outcome.FORFEITED, Outcome.ABSENT)


class Entry(models.Model):
    """A player's seat in a race, and from the start on their game of its deal. Written under the race's lock alone."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="entries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    seat = models.PositiveSmallIntegerField()
    joined_at = models.DateTimeField(db_default=Now())
    ready = models.BooleanField(default=False)
    # From `ready` to the end of the player's part in a race started together: one at a time, says the database.
    engaged = models.BooleanField(default=False)
    game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="entry")
    # The end of the player's own time, in a challenge.
    ends_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=9, choices=Outcome, null=True)
    # From 1, shared where nothing tells two players apart; None for who never started, and until the end.
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["race", "player"], name="entry_once_a_player"),
            models.UniqueConstraint(fields=["race", "seat"], name="entry_once_a_seat"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(engaged=True), name="entry_one_race_at_a_time"
            ),
        ]
        ordering: ClassVar = ["race", "seat"]

    def __str__(self) -> str:
        return f"seat {self.seat} of race {self.race_id}"

    @property
    def playing(self) -> bool:
        """Whether the player's game is dealt and on."""
        return self.game_id is not None and self.outcome is None
