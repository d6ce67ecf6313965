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
    open_races = serializers.IntegerField(help_text="Of one player, not started.")
    race_countdown_ms = serializers.IntegerField()
    race_unstarted_s = serializers.IntegerField(help_text="After which a race that hasn't started is void.")
    race_grace_s = serializers.IntegerField(help_text="After which an absent player can be claimed.")
    race_window_h = serializers.IntegerField(help_text="In which a challenge can be played.")


class ApiVersions(Versions):
    api = serializers.IntegerField()
    client_minimum = serializers.IntegerField(help_text="Of X-Client-Version; older clients are refused.")


class Root(serializers.Serializer[Any]):
    versions = ApiVersions()
    limits = Limits()
    default_ruleset = serializers.CharField()
    rulesets = GameRules(many=True)
