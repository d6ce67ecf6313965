from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from accounts.identifiers import LENGTH, public_id
from games.klondike.history import History
from games.klondike.rules import Rules
from games.klondike.snapshot import Snapshot
from games.models.deal import Deal


class Origin(models.TextChoices):
    """How a game came by its deal; `deal.kind` in the API, where a restart shows what its first game had."""

    RANDOM = "random"
    WINNABLE = "winnable"
    NUMBER = "number"
    CODE = "code"
    TEXT = "text"
    DAILY = "daily"
    RACE = "race"


DEALT_TO_ONE = (Origin.RANDOM, Origin.WINNABLE)
"""Origins of games whose secret deal is theirs alone: their end opens it, and boards tell of them."""

IN_RACE = models.Q(origin=Origin.RACE, restarted_from=None)
"""Games that are a player's part in a race; see `Game.in_race`."""


class Game(models.Model):
    """One player's attempt at a deal.

    The first block never changes once the game is dealt. The second is a cache of what the log says, as of `version`:
    it may lag behind the log, and `manage.py replay GAME --verify` proves it. The names are those of `Snapshot`.
    """

    public_id = models.CharField("id", max_length=LENGTH, default=public_id, unique=True, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="games")
    deal = models.ForeignKey(Deal, models.PROTECT, related_name="games")
    origin = models.CharField(max_length=8, choices=Origin)
    # Played again from the start, by its player: a restart is practice, whatever the first game was.
    restarted_from = models.ForeignKey("self", models.PROTECT, null=True, related_name="restarts")
    code = models.CharField(max_length=12, null=True)
    ruleset = models.CharField(max_length=12)
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()
    events_version = models.PositiveSmallIntegerField()
    scoring_version = models.PositiveSmallIntegerField()
    # The command that made this game, unique by player, so that a repeated request finds it.
    created_by = models.CharField(max_length=100, null=True)
    digest = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    verdict = models.CharField(max_length=10, null=True)
    difficulty = models.CharField(max_length=6, null=True)

    version = models.IntegerField()
    status = models.CharField(max_length=7)
    ended_by = models.CharField(max_length=9, null=True)
    position = models.CharField(max_length=160)
    moves = models.IntegerField()
    actions = models.IntegerField()
    move_points = models.IntegerField()
    idle = models.IntegerField()
    known = models.BigIntegerField()
    undo_depth = models.IntegerField()
    redo_depth = models.IntegerField()
    last_to_foundation = models.BooleanField()
    last_revealed = models.BooleanField()
    practice = models.BooleanField()
    assisted = models.BooleanField()
    peeked = models.BooleanField()
    elapsed_ms = models.BigIntegerField()
    running = models.BooleanField()
    at = models.BigIntegerField()
    started_at = models.BigIntegerField(null=True)
    ended_at = models.BigIntegerField(null=True)
    never_stands = models.BooleanField()

    # Neither of the deal nor of the log: the last sign of life (ms since 1970), whether the list leaves the game out,
    # and whether an account took it over from a guest.
    seen_at = models.BigIntegerField(default=0)
    hidden = models.BooleanField(default=False)
    merged = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "created_by"], name="game_created_once"),
            models.UniqueConstraint(
                fields=["player", "ruleset"],
                condition=models.Q(status__in=("playing", "paused"), practice=False)
                & ~models.Q(origin__in=(Origin.DAILY, Origin.RACE)),
                name="game_one_counted_unfinished",
            ),
            models.UniqueConstraint(
                fields=["player", "deal"],
                condition=models.Q(origin=Origin.DAILY, restarted_from=None, merged=False),
                name="game_one_daily",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player", "-id"], name="game_newest_first"),
            models.Index(fields=["at"], condition=models.Q(status__in=("playing", "paused")), name="game_unfinished"),
        ]

    def __str__(self) -> str:
        return f"game {self.public_id}"

    @property
    def in_race(self) -> bool:
        """Whether it is a player's part in a race. Restarted once the race is over, it is not."""
        return self.origin == Origin.RACE and self.restarted_from_id is None

    @property
    def snapshot(self) -> Snapshot:
        """What this row caches of the log."""
        return Snapshot(*[getattr(self, field) for field in Snapshot._fields])

    @property
    def played_by(self) -> Rules:
        """The rules of this game, whole."""
        return Rules(**self.rules)

    @property
    def history(self) -> History:
        """The game as this row caches it."""
        return History.from_snapshot(self.snapshot, self.played_by)

    def keep(self, snapshot: Snapshot) -> None:
        """Takes a later snapshot over; the caller saves."""
        for field, value in snapshot._asdict().items():
            setattr(self, field, value)
