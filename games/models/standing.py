from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class Standing(models.Model):
    """Where a player stands on one board, such as `fastest:turn-3:2026-W48`: one row each, the best there is.

    Derived from results (and ratings) and written under the lock of the player's row alone, by `actions.boards`.
    Who is banned, has left or keeps private has none.
    """

    pk = models.CompositePrimaryKey("player", "board")
    # Player and game have no constraint in the database: a result writes up to twenty rows, and to check one would cost
    # more than to write it. What is derived can be rebuilt.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="standings", db_index=False, db_constraint=False
    )
    board = models.CharField(max_length=40)
    # Smaller is better on every board, and below 2³⁶ (`actions.boards.board`).
    rank_by = models.BigIntegerField()
    # Ms since 1970: when this was first reached. Between equals the earlier one stands above; it never moves.
    achieved_at = models.BigIntegerField()
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+", db_index=False, db_constraint=False)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["board", "rank_by", "achieved_at", "player"], include=["game"], name="standing_with_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board}: {self.rank_by}"
