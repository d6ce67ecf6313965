from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils import timezone

from games.klondike.deals import Deal as Cards
from games.klondike.interchange import read_deal


class Source(models.TextChoices):
    """Where a deal's cards come from, which decides who may know them when."""

    SECRET = "secret"
    """A fresh 256-bit seed, never shown before the deal opens."""
    NUMBER = "number"
    """A public number: open from the start."""
    TEXT = "text"
    """Pasted by a player: open from the start, and never matched by content to another deal."""


class Deal(models.Model):
    """Fifty-two cards in dealt order. Closed, and nobody's business, until `opens_at`; None: not known yet."""

    source = models.CharField(max_length=8, choices=Source)
    cards = models.CharField(max_length=104, editable=False)
    # 32 bytes where the cards were shuffled from one; secret for as long as the deal is closed.
    seed = models.BinaryField(max_length=32, null=True, editable=False)
    # Unsigned 64 bits, more than a database's integer takes, in decimal.
    number = models.CharField(max_length=20, null=True, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    opens_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(source__in=Source.values), name="deal_source_known"),
        ]

    def __str__(self) -> str:
        return f"deal {self.pk}"

    @property
    def layout(self) -> Cards:
        """The cards for the rules."""
        return read_deal(self.cards)

    def open_at(self, moment: datetime) -> bool:
        """Whether everyone who may see the game may see the cards too."""
        return self.opens_at is not None and self.opens_at <= moment
