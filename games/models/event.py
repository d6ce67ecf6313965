from __future__ import annotations

from typing import ClassVar

from django.db import models


class GameEvent(models.Model):
    """One line of a game's log: written by `games.journal`, read by everyone, changed by nobody.

    Lean on purpose: hundreds of games' lines are written in one go, and the primary key is both the order of the log
    and the fence between writers. There is no foreign key and no other index; a game's lines lie side by side.
    """

    pk = models.CompositePrimaryKey("game", "number")
    game = models.BigIntegerField()
    number = models.IntegerField()
    type = models.CharField(max_length=8)
    detail = models.CharField(max_length=10, null=True)
    by = models.CharField(max_length=6)
    at = models.BigIntegerField()
    charged_ms = models.IntegerField()
    # The client's name for the command that this line is part of, and what the whole request was (`journal.digest`).
    command = models.CharField(max_length=64, null=True)
    digest = models.BigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["game", "number"]

    def __str__(self) -> str:
        return f"{self.number} {self.type} {self.detail or ''}".strip()
