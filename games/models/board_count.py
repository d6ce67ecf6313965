from __future__ import annotations

from typing import ClassVar

from django.db import models


class BoardCount(models.Model):
    """How many standings of a board share the leading bits of `rank_by`: a node of a tree of counts.

    Level n tells standings apart by `rank_by >> 6n`, so a rank is the sum of at most 63 counts of each level, however
    many stand on the board. Together with the `BoardChange`s that aren't counted yet it is exact.
    """

    pk = models.CompositePrimaryKey("board", "level", "node")
    board = models.CharField(max_length=40)
    level = models.SmallIntegerField()
    node = models.BigIntegerField()
    count = models.BigIntegerField()

    class Meta:
        ordering: ClassVar = ["board", "level", "node"]

    def __str__(self) -> str:
        return f"{self.board} {self.level}/{self.node}: {self.count}"
