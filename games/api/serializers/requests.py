"""What clients may ask and tell."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.strict import Flag, Strict, Text
from games.api.serializers.fields import Batch, CommandId, Cursor, Line, MoveText, Number, RulesChoice, Word
from games.api.serializers.game import STATUSES
from games.klondike.rules import CUSTOM, DEFAULT_RULES, RULESETS
from games.models.game import Origin
from games.models.verdict import Grade

LONGEST_NUMBER = 2**31 - 1
LONGEST_WAIT_S = 25
PILES = ["w", *"1234567"]
DECK_OF = {"number": "number", "code": "code", "text": "deck"}
"""The field that a kind of deal needs."""


class Command(Strict):
    """Every command on a game: the event number the client has seen last, and the client's name for the command."""

    after = Number(min_value=0, max_value=LONGEST_NUMBER)
    id = CommandId()
    legal = Flag(default=False, help_text="The answer lists the legal moves too.")


class Moves(Command):
    """One `move`, or `moves` to be played as far as they are legal."""

    move = MoveText(required=False)
    moves = Batch(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("move" in attrs) == ("moves" in attrs):
            raise ValidationError({"move": ["Send either move or moves."]})
        return attrs


class Auto(Command):
    """The top card of a pile, or the run of its `count` top cards, goes where it goes by itself."""

    pile = Word(choices=PILES, help_text="`w` for the waste, else a column.")
    count = Number(min_value=1, max_value=13, default=1)


class Import(Command):
    moves = Line()


class HintAsked(Strict):
    """Asking changes nothing, so all fields may be left out, and the id isn't remembered; but `solve` is a command."""

    after = Number(min_value=0, max_value=LONGEST_NUMBER, required=False)
    id = CommandId(required=False)
    solve = Flag(default=False, help_text="Ask the solver: the first move of a line that wins. Marks as assisted.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for field in ("after", "id"):
            if attrs["solve"] and field not in attrs:
                raise ValidationError({field: ["Asking the solver is a command, and needs it."]})
        return attrs


class DealChoice(Strict):
    """`number`, `code` or `deck` goes with the kind that needs it, `difficulty` with `winnable`."""

    kind = Word(choices=[origin for origin in Origin.values if origin != Origin.RACE])
    number = Text(max_length=20, required=False, help_text="Below 2^64, in decimal.")
    code = Text(max_length=16, required=False)
    deck = Text(max_length=65_536, required=False, help_text="In any of the formats of `export`, a played game too.")
    difficulty = Word(choices=Grade.values, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kind = attrs["kind"]
        needed = DECK_OF.get(kind)
        if needed and needed not in attrs:
            raise ValidationError({needed: [f"A deal of the kind {kind} needs it."]})
        allowed = {"kind", needed, "difficulty" if kind == "winnable" else None}
        for field in attrs:
            if field not in allowed:
                raise ValidationError({field: [f"A deal of the kind {kind} has none."]})
        return attrs


class NewGame(Strict):
    """Left out, `rules` are the player's preference or turn-3, and the deal is random, or winnable if preferred so."""

    rules = RulesChoice(required=False)
    deal = DealChoice(required=False)
    replaces = Text(max_length=12, required=False, help_text="A game of mine that this one takes the place of.")
    keep = Flag(default=False, help_text="The games it would settle stay open as practice.")
    id = CommandId(required=False)


class RulesAsked(Strict):
    rules = serializers.ChoiceField(choices=list(RULESETS), default=DEFAULT_RULES.name)


class Page(Strict):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    cursor = Cursor(help_text="`next` of the page before.")


class GamesAsked(Page):
    status = Word(choices=STATUSES, required=False)
    rules = Word(choices=[*RULESETS, CUSTOM], required=False)


class GameAsked(Strict):
    legal = serializers.BooleanField(default=False, help_text="List the legal moves too.")


class EventsAsked(GameAsked):
    after = serializers.IntegerField(min_value=0, max_value=LONGEST_NUMBER, default=0)
    wait_s = serializers.FloatField(
        min_value=0,
        max_value=LONGEST_WAIT_S,
        default=0,
        help_text="How long to wait for an event where there is none.",
    )


class ExportAsked(Strict):
    format = Word(choices=["digits", "cards", "solvitaire", "klondike"], default="klondike")


class Proof(Strict):
    """A seed and the context it was committed to."""

    seed = serializers.RegexField(r"^[0-9a-fA-F]{64}\Z", trim_whitespace=False, help_text="32 bytes in hexadecimal.")
    context = Text(  # type: ignore[assignment]  # DRF takes it out of the class
        max_length=100, trim_whitespace=False, help_text="As shown with the seed."
    )
