"""What a game looks like."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers

from games.klondike.events import By, EndedBy, EventType
from games.klondike.rules import RULESETS, Finish, Points, UndoPolicy
from games.models.game import Origin

STATUSES = ["playing", "paused", "won", "lost", "void"]


class GameRules(serializers.Serializer[Any]):
    name = serializers.CharField(help_text=f"{', '.join(RULESETS)} or custom.")
    draw = serializers.IntegerField()
    passes = serializers.IntegerField(allow_null=True, help_text="Trips through the stock; null is no limit.")
    worrying_back = serializers.BooleanField()
    undo = serializers.ChoiceField(choices=get_args(UndoPolicy))
    points = serializers.ChoiceField(choices=get_args(Points))
    finish = serializers.ChoiceField(choices=get_args(Finish))
    direct_from_stock = serializers.BooleanField()


class Foundations(serializers.Serializer[Any]):
    """The card on top of each; null while it is empty."""

    C = serializers.CharField(allow_null=True)
    D = serializers.CharField(allow_null=True)
    H = serializers.CharField(allow_null=True)
    S = serializers.CharField(allow_null=True)


class Column(serializers.Serializer[Any]):
    down = serializers.IntegerField(help_text="How many cards lie face down.")
    up = serializers.ListField(child=serializers.CharField(), help_text="From the deepest to the exposed one.")


class Position(serializers.Serializer[Any]):
    stock = serializers.IntegerField()
    waste = serializers.ListField(child=serializers.CharField(), help_text="From bottom to top.")
    foundations = Foundations()
    columns = Column(many=True)


class Can(serializers.Serializer[Any]):
    draw = serializers.BooleanField()
    redeal = serializers.BooleanField()
    undo = serializers.BooleanField()
    undo_refused = serializers.CharField(allow_null=True, help_text="The code of the reason.")
    redo = serializers.BooleanField()
    finish = serializers.BooleanField()


class Clock(serializers.Serializer[Any]):
    elapsed_ms = serializers.IntegerField(help_text="Play, without pauses and absences.")
    running = serializers.BooleanField()
    server_time = serializers.DateTimeField()


class Progress(serializers.Serializer[Any]):
    """What any command may change besides the cards."""

    version = serializers.IntegerField(help_text="The number of the last event.")
    status = serializers.ChoiceField(choices=STATUSES)
    ended_by = serializers.ChoiceField(choices=[end.value for end in EndedBy], allow_null=True)
    moves = serializers.IntegerField()
    actions = serializers.IntegerField(help_text="Moves, undos and redos: never falls.")
    redeals_left = serializers.IntegerField(allow_null=True)
    no_progress = serializers.BooleanField(help_text="Advice: a full pass went by in which nothing could be done.")
    can = Can()
    points = serializers.IntegerField(allow_null=True)
    clock = Clock()
    practice = serializers.BooleanField()
    assisted = serializers.BooleanField()
    peeked = serializers.BooleanField()
    legal = serializers.ListField(child=serializers.CharField(), required=False, help_text="Where asked for.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        passes = serializers.IntegerField(help_text="The trip through the stock under way, from 1.")
        return {**super().get_fields(), "pass": passes}


class PlayerName(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()


class GameDeal(serializers.Serializer[Any]):
    """The deck, and the seed it was shuffled from, are there once game and deal are over."""

    kind = serializers.ChoiceField(choices=Origin.values)
    number = serializers.CharField(allow_null=True)
    code = serializers.CharField(allow_null=True)
    verified = serializers.CharField(allow_null=True, help_text="The solver's verdict under these rules.")
    difficulty = serializers.CharField(allow_null=True)
    commitment = serializers.CharField(allow_null=True, help_text="SHA-256 over the seed and the context.")
    deck = serializers.CharField(required=False)
    seed = serializers.CharField(required=False)
    context = serializers.CharField(required=False)  # type: ignore[assignment]  # DRF takes it out of the class


class Versions(serializers.Serializer[Any]):
    rules = serializers.IntegerField()
    events = serializers.IntegerField()
    scoring = serializers.IntegerField()


class ListedGame(Progress):
    id = serializers.CharField()
    player = PlayerName()
    rules = GameRules()
    position = Position()
    deal = GameDeal()
    race = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    versions = Versions()


class Balance(serializers.Serializer[Any]):
    """The player's Vegas balance under this ruleset, before this game and with it."""

    before = serializers.IntegerField()
    after = serializers.IntegerField()


class Game(ListedGame):
    balance = Balance(allow_null=True)


class BegunGame(ListedGame):
    repeated = serializers.BooleanField(required=False, help_text="The command had been carried out before.")
    latest_version = serializers.IntegerField(required=False)


class Games(serializers.Serializer[Any]):
    items = ListedGame(many=True)
    next = serializers.CharField(allow_null=True)


class Event(serializers.Serializer[Any]):
    """One line of a game's log, with the cards it showed."""

    number = serializers.IntegerField()
    type = serializers.ChoiceField(choices=[kind.value for kind in EventType])
    move = serializers.CharField(required=False)
    turned_up = serializers.ListField(child=serializers.CharField(), required=False)
    drawn = serializers.ListField(child=serializers.CharField(), required=False)
    ended_by = serializers.CharField(required=False)
    by = serializers.ChoiceField(choices=[by.value for by in By])
    at_ms = serializers.IntegerField(help_text="On the game's clock.")


class Replay(serializers.Serializer[Any]):
    id = serializers.CharField()
    player = PlayerName()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES)
    ended_by = serializers.CharField(allow_null=True)
    rules = GameRules()
    deal = GameDeal()
    position = Position(help_text="As dealt.")
    events = Event(many=True)
