"""A player's record."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.models.race import Mode


class AllAttempts(serializers.Serializer[Any]):
    """Of every counted attempt in which a move was made."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    win_percent = serializers.FloatField(allow_null=True)
    average_points = serializers.IntegerField(allow_null=True)


class Wins(serializers.Serializer[Any]):
    """Of the won ones only."""

    best_time_ms = serializers.IntegerField(allow_null=True)
    average_time_ms = serializers.IntegerField(allow_null=True)
    fewest_moves = serializers.IntegerField(allow_null=True)
    best_points = serializers.IntegerField(allow_null=True)
    average_points = serializers.IntegerField(allow_null=True)


class Streak(serializers.Serializer[Any]):
    """Wins in a row."""

    current = serializers.IntegerField()
    longest = serializers.IntegerField()


class RulesetRecord(serializers.Serializer[Any]):
    ruleset = serializers.CharField()
    in_progress = serializers.IntegerField()
    all = AllAttempts()
    wins = Wins()
    streak = Streak()
    vegas_balance = serializers.IntegerField(allow_null=True)


class RatingNow(serializers.Serializer[Any]):
    ruleset = serializers.CharField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    races = serializers.IntegerField(help_text="Those that were rated.")
    provisional = serializers.BooleanField(help_text="Too few races yet to stand on the board.")


class Achievement(serializers.Serializer[Any]):
    name = serializers.CharField()
    achieved_at = serializers.DateTimeField(allow_null=True, help_text="Null: still to come.")


class OwnStatistics(serializers.Serializer[Any]):
    statistics = RulesetRecord(many=True)
    ratings = RatingNow(many=True)
    achievements = Achievement(many=True)


class PublicPlayer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    avatar = serializers.CharField()
    guest = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class PlacedPlayer(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)


class RecentRace(serializers.Serializer[Any]):
    """A finished race, and how the player came out."""

    id = serializers.CharField()
    ruleset = serializers.CharField()
    mode = serializers.ChoiceField(choices=Mode.choices)
    ranked = serializers.BooleanField()
    ended_at = serializers.DateTimeField()
    place = serializers.IntegerField(allow_null=True)
    players = PlacedPlayer(many=True)


class PublicProfile(serializers.Serializer[Any]):
    player = PublicPlayer()
    statistics = RulesetRecord(many=True, allow_null=True, help_text="Null where the player keeps them private.")
    ratings = RatingNow(many=True, allow_null=True)
    achievements = Achievement(many=True, allow_null=True)
    races = RecentRace(many=True, allow_null=True, help_text="The last ten; null likewise.")
