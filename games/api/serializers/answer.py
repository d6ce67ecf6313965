"""What comes back from commands and questions."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.serializers import Problem
from games.api.serializers.game import Event, Position, Progress
from games.models.verdict import Word


class Stopped(serializers.Serializer[Any]):
    """The move of a batch that was refused; those before it have been played."""

    index = serializers.IntegerField(help_text="From 0.")
    problem = Problem()


class Answer(Progress):
    """What happened, and what it changed."""

    after = serializers.IntegerField(help_text="The event number before.")
    events = Event(many=True)
    position = Position(required=False, help_text="With undo, redo and redeal.")
    stopped = Stopped(required=False)
    repeated = serializers.BooleanField(required=False, help_text="The command had been carried out before.")
    latest_version = serializers.IntegerField(required=False)


class Shared(Answer):
    code = serializers.CharField()
    link = serializers.CharField()


class LegalMoves(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    legal = serializers.ListField(child=serializers.CharField())


class Hint(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    hint = serializers.CharField(allow_null=True, help_text="Null where no move would help.")
    verdict = serializers.ChoiceField(
        choices=Word.values,
        required=False,
        help_text="Where the solver was asked: then all that `winnable` tells.",
    )


class Exported(serializers.Serializer[Any]):
    format = serializers.CharField()
    text = serializers.CharField(help_text="`POST /games` takes it back as a deal's `deck`.")
