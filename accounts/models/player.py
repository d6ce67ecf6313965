from __future__ import annotations

from typing import ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone

from accounts import names
from accounts.identifiers import LENGTH, public_id
from accounts.preferences import Preferences


class Avatar(models.TextChoices):
    CLUB = "club"
    DIAMOND = "diamond"
    HEART = "heart"
    SPADE = "spade"
    ACE = "ace"
    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    JOKER = "joker"


class PlayerManager(BaseUserManager["Player"]):
    def get_by_natural_key(self, username: str | None) -> Player:
        """By name in any spelling; Django's own sign-in looks players up here."""
        return self.get(name_key=names.key(username or ""))

    def named(self, name: str) -> Player | None:
        """The player others see under this name: not a nameless guest, not one who has left."""
        if "\0" in name:  # from a path; PostgreSQL takes none
            return None
        return self.filter(name_key=names.key(name), deleted_at=None).first()

    def create_superuser(self, name_key: str, email: str | None = None, password: str | None = None) -> Player:
        """For `manage.py createsuperuser`, which passes USERNAME_FIELD by its name."""
        player = Player(guest=False, email=email or None, is_staff=True, is_superuser=True)
        player.take_name(names.normal(name_key))
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """Everyone who plays: a guest from the first moment, an account after the upgrade of the same row."""

    last_login = None  # sessions tell

    id = models.BigAutoField(primary_key=True)
    public_id = models.CharField("id", max_length=LENGTH, default=public_id, unique=True, editable=False)
    name = models.CharField(max_length=names.LONGEST, default=names.guest_name)
    # Null while a guest has chosen no name; kept after deletion, so that nobody else can take it.
    # Folding can lengthen a name, threefold at most.
    name_key = models.CharField("name", max_length=3 * names.LONGEST, null=True, unique=True)
    # The address last given, in lower case; whether it is verified is allauth's EmailAddress to say.
    email = models.EmailField(null=True, blank=True, db_index=True)
    guest = models.BooleanField(default=True)
    avatar = models.CharField(max_length=10, choices=Avatar, default=Avatar.SPADE)
    preferences = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)  # to the day
    deleted_at = models.DateTimeField(null=True, blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)  # false: banned, merged away or deleted

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "name_key"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id})"

    def take_name(self, name: str) -> None:
        """Of a normalised name; the save may break on its key when another has it."""
        self.name = name
        self.name_key = names.key(name)

    @property
    def email_verified(self) -> bool:
        return self.email is not None and bool(EmailAddress.objects.filter(user=self, verified=True).exists())

    @property
    def preferred(self) -> Preferences:
        return Preferences(**self.preferences)
