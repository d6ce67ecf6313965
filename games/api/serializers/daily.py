"""The deal of the day."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers.player import Streak
from games.api.serializers.requests import LONGEST_WAIT_S, Page, RulesAsked


class TodayAsked(RulesAsked):
    after = serializers.DateField(
        required=False, input_formats=["%Y-%m-%d"], help_text="The day that the client has: wait for the next one."
    )
    wait_s = serializers.FloatField(min_value=0, max_value=LONGEST_WAIT_S, default=0)


class ArchiveAsked(RulesAsked, Page):
    """The days of a ruleset, page by page."""


class DailyItem(serializers.Serializer[Any]):
    date = serializers.DateField()
    rules = serializers.CharField()
    verified = serializers.CharField()
    difficulty = serializers.CharField()
    plays = serializers.IntegerField(help_text="First games that are over.")
    wins = serializers.IntegerField()


class Archive(serializers.Serializer[Any]):
    items = DailyItem(many=True)
    next = serializers.CharField(allow_null=True)


class MyDaily(serializers.Serializer[Any]):
    game = serializers.CharField()
    status = serializers.CharField()


class DailyStreak(serializers.Serializer[Any]):
    """Days in a row, by the days for which the deals were."""

    played = Streak()
    won = Streak()


class Daily(DailyItem):
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    opens_at = serializers.DateTimeField()
    commitment = serializers.CharField()
    mine = MyDaily(allow_null=True)
    streak = DailyStreak(allow_null=True, help_text="Mine; null without a session.")
    seed = serializers.CharField(required=False, help_text="Once it is open.")
    context = serializers.CharField(required=False)  # type: ignore[assignment]  # DRF takes it out of the class
    deck = serializers.CharField(required=False)
