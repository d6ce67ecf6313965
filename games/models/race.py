from __future__ import annotations

from secrets import choice
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from accounts.identifiers import LENGTH, public_id
from games.klondike.rules import Rules
from games.models.deal import Deal
from games.models.game import Game

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6


def race_code() -> str:
    """Letters that are told apart when read aloud; guesses at it are counted, so 27 bits are enough."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class Status(models.TextChoices):
    """The life of a race, in this order; `ready` means that all seats are taken."""

    OPEN = "open"
    READY = "ready"
    COUNTDOWN = "countdown"
    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"


UNSTARTED = (Status.OPEN, Status.READY)
OVER = (Status.FINISHED, Status.VOID)


class Reason(models.TextChoices):
    """Why a race is over; from `unstarted` on, why it is void."""

    WON = "won"
    STOPPED = "stopped"
    LAST_LEFT = "last_left"
    LIMIT = "limit"
    WINDOW = "window"
    UNSTARTED = "unstarted"
    LEFT = "left"
    NOBODY_MOVED = "nobody_moved"


class Mode(models.TextChoices):
    """What ends a race: the first win, or all having stopped."""

    FIRST = "first"
    POINTS = "points"


class Start(models.TextChoices):
    """Whether all play at the same moment, or each when they like (a challenge)."""

    TOGETHER = "together"
    OWN = "own"


class Visibility(models.TextChoices):
    """Whether strangers find the race in the list."""

    INVITE = "invite"
    OPEN = "open"


class Spectators(models.TextChoices):
    """Who may watch without a seat."""

    ANYONE = "anyone"
    CODE = "code"
    NONE = "none"


class Race(models.Model):
    """Some players on one closed deal.

    The first block never changes. The rest is written under the lock of this row alone, by `actions.races.held`, and
    each change appends a `RaceEvent`, the last of which has number `seq`. Times are the database's.
    """

    public_id = models.CharField("id", max_length=LENGTH, default=public_id, unique=True, editable=False)
    code = models.CharField(max_length=CODE_LENGTH, default=race_code, unique=True, editable=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="races_created")
    # The command that made it, unique by player, so that a repeated request finds it.
    command = models.CharField(max_length=100, null=True)
    digest = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    rules = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    mode = models.CharField(max_length=6, choices=Mode)
    time_limit_s = models.PositiveIntegerField()
    visibility = models.CharField(max_length=6, choices=Visibility)
    spectators = models.CharField(max_length=6, choices=Spectators)
    start = models.CharField(max_length=8, choices=Start)
    ranked = models.BooleanField(default=False)
    # A finished game to race against, on its own open deal.
    ghost = models.ForeignKey(Game, models.PROTECT, null=True, related_name="haunts")
    # One, however many of the players ask for it.
    rematch_of = models.OneToOneField("self", models.PROTECT, null=True, related_name="rematch")
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="races")
    # What is known of the deal, for its games.
    verdict = models.CharField(max_length=10, null=True)
    difficulty = models.CharField(max_length=6, null=True)

    status = models.CharField(max_length=9, choices=Status)
    # Why it is over.
    reason = models.CharField(max_length=12, null=True)
    seq = models.IntegerField(default=0)
    # When the server has to act next, whoever speaks or not; None once it is over.
    due_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["created_by", "command"], name="race_created_once"),
            models.CheckConstraint(condition=models.Q(status__in=Status.values), name="race_status_known"),
            models.CheckConstraint(
                condition=models.Q(status__in=OVER, due_at=None)
                | (~models.Q(status__in=OVER) & ~models.Q(due_at=None)),
                name="race_due_until_over",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=~models.Q(due_at=None), name="race_due"),
            models.Index(fields=["-id"], condition=models.Q(status=Status.OPEN), name="race_to_join"),
        ]

    def __str__(self) -> str:
        return f"race {self.public_id}"

    @property
    def topic(self) -> str:
        """What sockets and polls follow; its sequence is `seq`."""
        return f"race:{self.public_id}"

    @property
    def played_by(self) -> Rules:
        """The effective rules: a ruleset's, but for the undo policy, which is the race's own."""
        return Rules(**self.rules)

    @property
    def context(self) -> str:
        """What the commitment binds the seed to."""
        return f"race:{self.public_id}:{self.rules['name']}"

    @property
    def over(self) -> bool:
        """Whether nothing about it changes any more, and its deal is open."""
        return self.status in OVER
