"""Requests and answers, field by field."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts import models
from accounts.models import Avatar
from accounts.strict import Email, Flag, Name, Password, Strict, Text

COOKIE = "For a page: keep the session in a cookie, and answer with no token."


class Preferences(Strict):
    ruleset = Text(required=False, allow_null=True, max_length=32, help_text="Dealt when a new game names no ruleset.")
    winnable_only = Flag(required=False, help_text="New random games come from the shelf of winnable deals.")
    four_colour = Flag(required=False)
    auto_finish = Flag(required=False)
    left_handed = Flag(required=False)
    public_profile = Flag(required=False, help_text="Others may see statistics, ratings and recent races.")


class Player(serializers.Serializer[Any]):
    """A player as they see themselves."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    guest = serializers.BooleanField()
    avatar = serializers.ChoiceField(choices=Avatar.choices)
    email = serializers.EmailField(allow_null=True)
    email_verified = serializers.BooleanField()
    preferences = Preferences(source="preferred")
    created_at = serializers.DateTimeField()


class SignedIn(serializers.Serializer[Any]):
    player = Player()
    token = serializers.CharField(allow_null=True, help_text="For X-Session-Token; null where a cookie holds it.")


class Empty(Strict):
    """No fields; the body may be left out."""


class Welcome(Strict):
    cookie = Flag(default=False, help_text=COOKIE)


class Account(Strict):
    name = Name()
    email = Email()
    password = Password()


class SignUp(Account):
    cookie = Flag(default=False, help_text=COOKIE)


class SignIn(Strict):
    login = Text(max_length=254, help_text="The name, or the verified e-mail address.")
    password = Password()
    cookie = Flag(default=False, help_text=COOKIE)


class Merge(Strict):
    guest_token = Text(max_length=64)
    id = Text(max_length=64, help_text="The client's name for this command.")


class Merged(serializers.Serializer[Any]):
    player = Player()
    guest = serializers.CharField(source="guest.public_id")
    repeated = serializers.BooleanField()


class Session(serializers.Serializer[Any]):
    id = serializers.CharField(source="public_id")
    current = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="To the day.")
    expires_at = serializers.DateTimeField(source="expire_date")
    user_agent = serializers.CharField()

    def get_current(self, session: models.Session) -> bool:
        return bool(session.public_id == self.context["here"])


class Sessions(serializers.Serializer[Any]):
    items = Session(many=True)
    next = serializers.CharField(allow_null=True)


class Page(Strict):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    cursor = Text(max_length=64, required=False, help_text="`next` of the page before.")


class Verification(Strict):
    key = Text(max_length=200)


class EmailChange(Strict):
    email = Email()
    password = Password()


class PasswordChange(Strict):
    password = Password()
    new_password = Password()


class ResetRequest(Strict):
    email = Email()


class Reset(Strict):
    key = Text(max_length=200)
    new_password = Password()


class Profile(Strict):
    name = Name(required=False)
    avatar = serializers.ChoiceField(choices=Avatar.choices, required=False)
    preferences = Preferences(required=False)


class Deletion(Strict):
    password = Password(required=False)


class Ticket(serializers.Serializer[Any]):
    ticket = serializers.CharField()
    expires_in_ms = serializers.IntegerField()


class Export(serializers.Serializer[Any]):
    """Each part of the service adds a section of its own."""

    exported_at = serializers.DateTimeField()
    account = serializers.DictField()
    sessions = serializers.ListField(child=serializers.DictField())
    merges = serializers.ListField(child=serializers.DictField())


class Problem(serializers.Serializer[Any]):
    """RFC 9457. `params` fill the sentence; the rest helps to go on."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    params = serializers.DictField()
    field = serializers.CharField(required=False)
    retry_after_ms = serializers.IntegerField(required=False)
