"""What the solver and its shelves say."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.serializers.answer import Answer
from games.models.verdict import Grade, Word


class Told(Answer):
    """The answer to a command, and the solver's word on the position after it."""

    verdict = serializers.ChoiceField(choices=Word.values)
    hint = serializers.CharField(
        allow_null=True, required=False, help_text="Where a hint was asked for: the first move of a line that wins."
    )


class Verdict(serializers.Serializer[Any]):
    """All null while a worker looks for it."""

    verdict = serializers.ChoiceField(choices=Word.values, allow_null=True)
    difficulty = serializers.ChoiceField(choices=Grade.values, allow_null=True)
    moves = serializers.IntegerField(allow_null=True, help_text="How many moves the line that was found has.")


class Solution(Verdict):
    line = serializers.ListField(child=serializers.CharField(), allow_null=True, help_text="From the deal to the win.")


class Grades(serializers.Serializer[Any]):
    easy = serializers.IntegerField()
    medium = serializers.IntegerField()
    hard = serializers.IntegerField()
    expert = serializers.IntegerField()


class Shelf(serializers.Serializer[Any]):
    draw = serializers.IntegerField()
    passes = serializers.IntegerField(allow_null=True)
    worrying_back = serializers.BooleanField()
    rulesets = serializers.ListField(child=serializers.CharField(), help_text="Served from it.")
    filling = serializers.BooleanField(help_text="Whether workers are at it.")
    stock = serializers.IntegerField(help_text="Secret deals that wait to be served.")
    by_grade = Grades()
    served = serializers.IntegerField()
    shipped = serializers.IntegerField(help_text="Public deals that came with the code.")
    tried = serializers.IntegerField()
    winnable = serializers.IntegerField()
    unwinnable = serializers.IntegerField()
    undecided = serializers.IntegerField()
    cpu_ms = serializers.IntegerField()
    per_cpu_minute = serializers.IntegerField(allow_null=True, help_text="Deals that a minute of searching puts there.")
    worked_at = serializers.DateTimeField(allow_null=True)


class Asked(serializers.Serializer[Any]):
    """Verdicts that were asked for one by one."""

    wanted = serializers.IntegerField()
    winnable = serializers.IntegerField()
    unwinnable = serializers.IntegerField()
    undecided = serializers.IntegerField()


class Stock(serializers.Serializer[Any]):
    low = serializers.IntegerField()
    target = serializers.IntegerField()
    shelves = Shelf(many=True)
    verdicts = Asked()
