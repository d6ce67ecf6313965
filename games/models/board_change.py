from __future__ import annotations

from typing import ClassVar

from django.db import models


class BoardChange(models.Model):
    """A standing that came (+1) or went (−1) and isn't in the board's counts yet.

    Written with the standing, so that those who settle results at once never wait for each other's counts; taken away
    by whoever counts it.
    """

    board = models.CharField(max_length=40)
    rank_by = models.BigIntegerField()
    by = models.SmallIntegerField()

    class Meta:
        # Holds all that is read of a row: the table is emptied again and again, and a scan of the index alone passes
        # over what is gone.
        indexes: ClassVar = [models.Index(fields=["board", "rank_by"], include=["by"], name="boardchange_in_order")]

    def __str__(self) -> str:
        return f"{self.board} {self.by:+} at {self.rank_by}"
