"""What the service says of itself."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers.game import GameRules, Versions


class Limits(serializers.Serializer[Any]):
    body_bytes = serializers.IntegerField()
    batch_moves = serializers.IntegerField()
    import_moves = serializers.IntegerField()
    game_events = serializers.IntegerField()
    commands_per_second = serializers.IntegerField(help_text="By player.")
    wait_s = serializers.IntegerField(help_text="Of a long poll.")
    page = serializers.IntegerField(help_text="Items of a list.")
    guests_per_hour = serializers.IntegerField(help_text="By address.")
    wrong_codes_per_minute = serializers.IntegerField(help_text="By address.")


class ApiVersions(Versions):
    api = serializers.IntegerField()
    client_minimum = serializers.IntegerField(help_text="Of X-Client-Version; older clients are refused.")


class Root(serializers.Serializer[Any]):
    versions = ApiVersions()
    limits = Limits()
    default_ruleset = serializers.CharField()
    rulesets = GameRules(many=True)
