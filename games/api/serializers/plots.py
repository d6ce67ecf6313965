"""A player's record as curves, and everybody's results of a deal."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.strict import Strict
from games.api.serializers.game import PlayerName
from games.klondike.rules import CUSTOM, DEFAULT_RULES, RULESETS


class PlotsAsked(Strict):
    rules = serializers.ChoiceField(choices=[*RULESETS, CUSTOM], default=DEFAULT_RULES.name)


class TimeBar(serializers.Serializer[Any]):
    from_ms = serializers.IntegerField()
    to_ms = serializers.IntegerField(allow_null=True, help_text="Not included; null in the last bar.")
    wins = serializers.IntegerField()


class Times(serializers.Serializer[Any]):
    counts = serializers.CharField(help_text="Whom it counts: wins.")
    bars = TimeBar(many=True)


class Month(serializers.Serializer[Any]):
    month = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    win_percent = serializers.FloatField()


class WinRate(serializers.Serializer[Any]):
    counts = serializers.CharField(help_text="All counted attempts in which a move was made.")
    months = Month(many=True)


class RatingPoint(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()


class RatingHistory(serializers.Serializer[Any]):
    counts = serializers.CharField(help_text="Ranked races.")
    points = RatingPoint(many=True)


class Plots(serializers.Serializer[Any]):
    ruleset = serializers.CharField()
    times = Times()
    win_rate = WinRate()
    rating = RatingHistory()


class FieldAsked(Strict):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=100)


class FieldItem(serializers.Serializer[Any]):
    player = PlayerName(allow_null=True, help_text="Null: keeps private.")
    game = serializers.CharField(allow_null=True)
    won = serializers.BooleanField()
    ended_by = serializers.CharField(allow_null=True)
    elapsed_ms = serializers.IntegerField()
    wall_ms = serializers.IntegerField()
    moves = serializers.IntegerField()
    actions = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    practice = serializers.BooleanField()


class Field(serializers.Serializer[Any]):
    rules = serializers.CharField()
    total = serializers.IntegerField()
    wins = serializers.IntegerField()
    items = FieldItem(many=True)
