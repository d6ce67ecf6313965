from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.result import Result


class Look(models.Model):
    """Fair play's look at a clean win: one row a win, written with the result, filled in later by a worker.

    The figures are there where the game was compared with a solver's line.
    """

    # No constraint in the database: to check it would cost each end of a game more than to write the row.
    result = models.OneToOneField(Result, models.CASCADE, primary_key=True, related_name="look", db_constraint=False)
    looked_at = models.DateTimeField(null=True)
    # Moves with a choice; how many of them were the line's; and how many more left no longer way than the line's.
    moves = models.IntegerField(null=True)
    same = models.IntegerField(null=True)
    as_good = models.IntegerField(null=True)
    # Deviation of the gaps between moves over their mean.
    unevenness = models.FloatField(null=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["result"], condition=models.Q(looked_at=None), name="look_wanted"),
        ]

    def __str__(self) -> str:
        return f"a look at {self.result_id}"
