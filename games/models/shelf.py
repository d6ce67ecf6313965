from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from games.klondike.rules import CUSTOM, Rules

NO_LIMIT = 0


class Shelf(models.Model):
    """The supply of winnable deals under what winnability depends on: draw, passes and worrying back.

    Rulesets that differ in points, undo or finish alone share a shelf. The second block says what its workers did:
    every deal tried, those proved either way, and the CPU time all took. `filling` is what is wanted of them.
    """

    draw = models.PositiveSmallIntegerField()
    # 0: no limit, so that the three columns make a key in every database.
    passes = models.PositiveSmallIntegerField()
    worrying_back = models.BooleanField()

    filling = models.BooleanField(default=False)
    tried = models.PositiveIntegerField(default=0)
    winnable = models.PositiveIntegerField(default=0)
    undecided = models.PositiveIntegerField(default=0)
    cpu_ms = models.FloatField(default=0)
    worked_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["draw", "passes", "worrying_back"], name="shelf_once"),
        ]

    def __str__(self) -> str:
        passes = "" if self.passes == NO_LIMIT else f", {self.passes} passes"
        return f"draw {self.draw}{passes}{'' if self.worrying_back else ', no worrying back'}"

    @classmethod
    def of(cls, rules: Rules) -> Shelf:
        """The shelf that serves these rules, made when it is first asked for."""
        shelf, _ = cls.objects.get_or_create(**cls.key(rules))
        return shelf

    @staticmethod
    def key(rules: Rules) -> dict[str, Any]:
        """The columns that tell the shelf of these rules from the others."""
        passes = NO_LIMIT if rules.passes is None else rules.passes
        return {"draw": rules.draw, "passes": passes, "worrying_back": rules.worrying_back}

    @property
    def rules(self) -> Rules:
        """Rules that ask just what this shelf depends on; for the solver and for replaying its lines."""
        passes = None if self.passes == NO_LIMIT else self.passes
        return Rules(CUSTOM, self.draw, passes, self.worrying_back)

    @property
    def unwinnable(self) -> int:
        """How many of the deals tried were proved lost."""
        return self.tried - self.winnable - self.undecided

    @property
    def per_cpu_minute(self) -> int | None:
        """How many deals a minute of searching puts here; None before any work."""
        return round(60_000 * self.winnable / self.cpu_ms) if self.cpu_ms else None
