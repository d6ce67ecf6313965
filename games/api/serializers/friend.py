"""Friends, and how they are asked."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.identifiers import PATTERN
from accounts.names import LONGEST
from accounts.strict import Strict, Text
from games.api.serializers.game import PlayerName


class Whom(Strict):
    """A player, by `name` in any spelling or by `player`, the id."""

    name = Text(max_length=LONGEST, required=False)
    player = serializers.RegexField(rf"^{PATTERN}\Z", required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise ValidationError({"name": ["Send either name or player."]})
        return attrs


class Friend(serializers.Serializer[Any]):
    player = PlayerName()
    status = serializers.ChoiceField(choices=["friends", "asked", "asking"], help_text="`asking`: they asked me.")
    asked_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)


class Friends(serializers.Serializer[Any]):
    friends = Friend(many=True)
    asked = Friend(many=True)
    asking = Friend(many=True)
    blocked = PlayerName(many=True)
