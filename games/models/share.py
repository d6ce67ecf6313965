from __future__ import annotations

from secrets import choice

from django.db import models
from django.utils import timezone

from games.models.game import Game

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8


def share_code() -> str:
    """Forty random bits in letters that are told apart when read aloud; no card is in it."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class ShareCode(models.Model):
    """A player's word that others may play the deal of this game, under its rules, as practice."""

    code = models.CharField(max_length=CODE_LENGTH, primary_key=True, default=share_code)
    game = models.OneToOneField(Game, models.PROTECT, related_name="share")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.code
