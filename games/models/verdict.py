from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from games.klondike.rules import Rules
from games.models.deal import Deal
from games.models.shelf import Shelf


class Provenance(models.TextChoices):
    """Why a verdict is kept, which decides whom its deal may serve."""

    PRIVATE = "private"
    """Of a fresh secret seed made here: the stock of the shelf, each served once."""
    SHIPPED = "shipped"
    """Of the deals that come with the code: known to everyone, so good for practice alone."""
    ASKED = "asked"
    """Somebody asked for it; never served from the shelf."""


class Grade(models.TextChoices):
    """A quarter of a shelf's deals by difficulty, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Word(models.TextChoices):
    """The solver's word. A budget that ran out is undecided, never unwinnable."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


class Verdict(models.Model):
    """What the solver found for a deal under a shelf's rules; while `word` is None, that somebody wants to know.

    The line of a winnable one, moves parted by spaces, was replayed by the rules from the deal to the win before the
    row was written. Verdict and line of a closed deal are as secret as its cards.
    """

    shelf = models.ForeignKey(Shelf, models.PROTECT, related_name="verdicts")
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="verdicts")
    provenance = models.CharField(max_length=7, choices=Provenance)
    word = models.CharField(max_length=10, choices=Word, null=True)
    line = models.TextField(null=True, editable=False)
    # What the search was allowed and what it took. A small budget makes a shelf of easy deals, so it is kept.
    budget_ms = models.PositiveIntegerField(null=True)
    cpu_ms = models.FloatField(null=True)
    nodes = models.BigIntegerField(null=True)
    difficulty = models.PositiveIntegerField(null=True)
    grade = models.CharField(max_length=6, choices=Grade, null=True)
    # How often a worker took it up; one that is killed each time it tries is given up as undecided.
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)
    served_at = models.DateTimeField(null=True)
    # With `served_at` None: kept for this player, for whom it was made.
    served_to = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["shelf", "deal"], name="verdict_once"),
            models.CheckConstraint(
                condition=models.Q(word=Word.WINNABLE, line__isnull=False)
                | models.Q(word__in=(Word.UNWINNABLE, Word.UNDECIDED), line=None)
                | models.Q(word=None, line=None),
                name="verdict_win_has_line",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["shelf", "grade"],
                condition=models.Q(provenance=Provenance.PRIVATE, served_at=None),
                name="verdict_in_stock",
            ),
            models.Index(fields=["asked_at"], condition=models.Q(word=None), name="verdict_wanted"),
        ]

    def __str__(self) -> str:
        return f"{self.word or 'wanted'}: deal {self.deal_id}, {self.shelf}"

    @classmethod
    def under(cls, rules: Rules) -> QuerySet[Verdict]:
        """Those of the shelf that serves these rules."""
        return cls.objects.filter(**{f"shelf__{field}": value for field, value in Shelf.key(rules).items()})
