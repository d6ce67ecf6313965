"""What may be said of a deal apart from games."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers.game import GameRules, Position
from games.api.serializers.solver import Verdict


class Tally(serializers.Serializer[Any]):
    """Attempts in which a move was made and that are over."""

    ruleset = serializers.CharField()
    plays = serializers.IntegerField()
    wins = serializers.IntegerField()


class NumberedDeal(serializers.Serializer[Any]):
    number = serializers.CharField()
    deck = serializers.CharField()
    position = Position()
    played = Tally(many=True)
    verdicts = serializers.DictField(child=Verdict(), help_text="By ruleset.")


class CodedDeal(serializers.Serializer[Any]):
    code = serializers.CharField()
    link = serializers.CharField()
    ruleset = serializers.CharField()
    rules = GameRules()
    verified = serializers.CharField(allow_null=True, help_text="The solver's verdict under these rules.")
    difficulty = serializers.CharField(allow_null=True)
    plays = serializers.IntegerField()
    wins = serializers.IntegerField()


class Proved(serializers.Serializer[Any]):
    commitment = serializers.CharField()
    deck = serializers.CharField()
