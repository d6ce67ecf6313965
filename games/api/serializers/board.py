"""Boards, and how they are asked for."""

from __future__ import annotations

from datetime import date
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.identifiers import PATTERN
from games.actions.boards.period import Span
from games.api.serializers.fields import Cursor
from games.api.serializers.game import PlayerName
from games.api.serializers.requests import RulesAsked

EARLIEST, LATEST = date(1970, 1, 1), date(9999, 1, 1)


class BoardAsked(RulesAsked):
    period = serializers.ChoiceField(
        choices=[span.value for span in Span],
        required=False,
        help_text="A UTC day, ISO week or month, or all time. The rating has only `all`, the daily only `day`.",
    )
    at = serializers.DateField(
        required=False, input_formats=["%Y-%m-%d"], help_text="Any day of the period; left out, today."
    )
    around = serializers.RegexField(
        rf"^(me|{PATTERN})\Z", required=False, help_text="`me` or a player's id: the places around that player."
    )
    friends = serializers.BooleanField(default=False, help_text="My friends and me alone, ranked among ourselves.")
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    cursor = Cursor(help_text="`next` or `prev` of another page.")

    def validate_at(self, at: date) -> date:
        if not EARLIEST <= at < LATEST:
            raise ValidationError("This day is too far away.")
        return at


class BoardPeriod(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="2026-11-30, 2026-W49, 2026-11 or all.")
    starts_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class BoardItem(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="1, 2, 2, 4: equals share a rank; the first to get there stands above.")
    player = PlayerName()
    value = serializers.IntegerField(help_text="Milliseconds, actions, points, wins, or the rating.")
    achieved_at = serializers.DateTimeField()
    game = serializers.CharField(allow_null=True)


class BoardPage(serializers.Serializer[Any]):
    board = serializers.CharField()
    rules = serializers.CharField()
    period = BoardPeriod()
    total = serializers.IntegerField(help_text="How many stand on the board; with `friends`, of them.")
    items = BoardItem(many=True)
    me = BoardItem(allow_null=True)
    next = serializers.CharField(allow_null=True)
    prev = serializers.CharField(allow_null=True)
