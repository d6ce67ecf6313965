from typing import ClassVar

from django.db import models
from django.utils import timezone

from accounts.models.player import Player


class Merge(models.Model):
    """That an account took a guest's games over, remembered by the client's id of the command."""

    # No constraint in the database: inserting would lock the players before the listeners lock what
    # must be locked first.
    survivor = models.ForeignKey(Player, models.CASCADE, related_name="merges", db_constraint=False)
    guest = models.ForeignKey(Player, models.CASCADE, related_name="merged_into", db_constraint=False)
    command = models.CharField(max_length=64)
    digest = models.BinaryField(max_length=32)  # SHA-256 of the guest's token, which ended with the merge
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["survivor", "command"], name="one_merge_per_command"),
        ]

    def __str__(self) -> str:
        return f"merge {self.command}"
