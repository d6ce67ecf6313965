from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.klondike.rules import CUSTOM
from games.models.game import Game


class Result(models.Model):
    """How an attempt in which a move was made came out: one row a game, written with the event that ended it.

    Statistics and boards derive from these rows alone. Practice games have results too, set apart by their flag.
    """

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="results")
    ruleset = models.CharField(max_length=12)
    origin = models.CharField(max_length=8)
    won = models.BooleanField()
    ended_by = models.CharField(max_length=9, null=True)
    elapsed_ms = models.BigIntegerField()
    wall_ms = models.BigIntegerField()
    moves = models.IntegerField()
    actions = models.IntegerField()
    points = models.IntegerField(null=True)
    scoring_version = models.PositiveSmallIntegerField()
    practice = models.BooleanField()
    assisted = models.BooleanField()
    peeked = models.BooleanField()
    # Took part in the player's cumulative Vegas balance.
    banked = models.BooleanField()
    # Of a game that an account took over from a guest: it counts in totals, not on boards, streaks or ratings.
    merged = models.BooleanField(default=False)
    ended_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["player", "ruleset", "ended_at"], name="result_by_player"),
        ]

    def __str__(self) -> str:
        return f"{'won' if self.won else 'lost'} {self.game_id}"

    @property
    def is_clean(self) -> bool:
        """Whether boards may take it: the player's own, without practice, solver or peeking, by a named ruleset."""
        return not (self.practice or self.assisted or self.peeked or self.merged or self.ruleset == CUSTOM)
