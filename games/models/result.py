from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.klondike.rules import CUSTOM
from games.models.deal import Deal
from games.models.game import Game

CLEAN = models.Q(practice=False, assisted=False, peeked=False, merged=False, first_attempt=True) & ~models.Q(
    ruleset=CUSTOM
)
"""Results that boards may take; `Result.is_clean` says the same of one."""


class Result(models.Model):
    """How an attempt in which a move was made came out: one row a game, written with the event that ended it.

    Statistics and boards derive from these rows alone. Practice games have results too, set apart by their flag.
    """

    game = models.OneToOneField(Game, models.PROTECT, primary_key=True)
    # The index below begins with the player.
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="results", db_index=False)
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="results")
    ruleset = models.CharField(max_length=12)
    origin = models.CharField(max_length=8)
    # The player's first game on the deal, which nobody but those it was dealt to could know until it ended.
    first_attempt = models.BooleanField()
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
    # The UTC day it counts for: that of its end, of a daily the one it was dealt for.
    day = models.DateField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["player", "ruleset", "ended_at"], name="result_by_player"),
        ]

    def __str__(self) -> str:
        return f"{'won' if self.won else 'lost'} {self.game_id}"

    @property
    def is_clean(self) -> bool:
        """Whether boards may take it: the player's own first attempt, without practice, solver or peeking, by a named
        ruleset."""
        own = self.first_attempt and not (self.practice or self.assisted or self.peeked or self.merged)
        return own and self.ruleset != CUSTOM
