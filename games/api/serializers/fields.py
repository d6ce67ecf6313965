"""Kinds of values that requests hold."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from accounts.problems import TooLarge
from accounts.strict import Text
from games.klondike.errors import Invalid
from games.klondike.interchange import read_moves
from games.klondike.moves import Move, parse_move
from games.klondike.rules import RULESETS, Rules, read_rules

MOVE_PATTERN = r"^(draw|draw-f|redeal|w-f|[wcdhs1-7]-[1-7](x([1-9]|1[0-3]))?|[1-7]-f)$"
_LONGEST_COMMAND_ID = 64


class Number(serializers.IntegerField):
    """A whole number; a string or true is not one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Word(serializers.ChoiceField):
    """One of some words; a number that reads like one is not one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return str(super().to_internal_value(data))


@extend_schema_field({"type": "string", "minLength": 1, "maxLength": _LONGEST_COMMAND_ID})
class CommandId(serializers.Field[str, str, str, Any]):
    """The client's name for a command: 1 to 64 printable characters, unique by player and target."""

    default_error_messages = {"invalid": f"An id has 1 to {_LONGEST_COMMAND_ID} printable characters."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or not 0 < len(data) <= _LONGEST_COMMAND_ID or not data.isprintable():
            self.fail("invalid")
        return data


@extend_schema_field({"type": "string", "pattern": MOVE_PATTERN, "examples": ["4-6x3", "draw", "w-f", "h-4"]})
class MoveText(serializers.Field[Move, str, str, Any]):
    """A move in notation."""

    default_error_messages = {"invalid": "A move is a text such as 4-6x3."}

    def to_internal_value(self, data: Any) -> Move:
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            return parse_move(data)
        except Invalid as refusal:
            raise ValidationError(str(refusal), code="move") from refusal


_MOVES = {"type": "array", "items": {"type": "string"}, "minItems": 1}


@extend_schema_field({**_MOVES, "maxItems": settings.LIMIT_BATCH_MOVES})
class Batch(serializers.Field[list[Move], list[str], list[str], Any]):
    """Moves to be played one after another."""

    default_error_messages = {"invalid": "A batch is a list of at least one move."}
    move = MoveText()

    def to_internal_value(self, data: Any) -> list[Move]:
        if not isinstance(data, list) or not data:
            self.fail("invalid")
        bounded(data, settings.LIMIT_BATCH_MOVES)
        return self.moves(data)

    def moves(self, data: list[Any]) -> list[Move]:
        moves = []
        for index, text in enumerate(data):
            try:
                moves.append(self.move.to_internal_value(text))
            except ValidationError as fault:
                raise ValidationError({str(index): fault.detail}) from fault
        return moves


@extend_schema_field({"oneOf": [{**_MOVES, "maxItems": settings.LIMIT_IMPORT_MOVES}, {"type": "string"}]})
class Line(Batch):
    """A line of moves: a list, or one text in our notation or that of Klondike-Solver and MinimalKlondike."""

    default_error_messages = {"invalid": "A line is a list of moves or one text, and has at least one move."}

    def to_internal_value(self, data: Any) -> list[Move]:
        if isinstance(data, str):
            try:
                moves = list(read_moves(data))
            except Invalid as refusal:
                raise ValidationError(str(refusal), code="move") from refusal
        elif isinstance(data, list):
            bounded(data, settings.LIMIT_IMPORT_MOVES)
            moves = self.moves(data)
        else:
            self.fail("invalid")
        if not moves:
            self.fail("invalid")
        bounded(moves, settings.LIMIT_IMPORT_MOVES)
        return moves


def bounded(moves: list[Any], limit: int) -> None:
    """Raises `TooLarge`."""
    if len(moves) > limit:
        raise TooLarge(f"At most {limit} moves can be sent at once.", params={"limit": limit})


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": list(RULESETS)},
            {"type": "object", "description": "Custom rules; fields left out are as in turn-3."},
        ]
    }
)
class RulesChoice(serializers.Field[Rules, Any, Any, Any]):
    """A ruleset by name, or custom rules field by field."""

    default_error_messages = {"invalid": "Rules are a ruleset's name or an object."}

    def to_internal_value(self, data: Any) -> Rules:
        if not isinstance(data, str | dict):
            self.fail("invalid")
        try:
            return read_rules(data)
        except Invalid as refusal:
            field = str(refusal.params.get("field", "")).removeprefix("rules").lstrip(".")
            fault = [ErrorDetail(str(refusal), "rules")]
            raise ValidationError({field: fault} if field else fault) from refusal


class Cursor(Text):
    """`next` of the page before."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=64, required=False, **kwargs)
