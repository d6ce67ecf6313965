"""What races look like, and what may be asked of them."""

from __future__ import annotations

from typing import Any, get_args

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounts.strict import Flag, Strict, Text
from games.api.serializers.fields import CommandId, Number, RulesChoice
from games.api.serializers.game import Event, GameRules, ListedGame, PlayerName, Position
from games.api.serializers.requests import LONGEST_NUMBER, LONGEST_WAIT_S, Page
from games.klondike.rules import RULESETS, UndoPolicy
from games.models.entry import Outcome
from games.models.race import Mode, Spectators, Start, Status, Visibility
from games.models.race_event import RaceEventType

SEATS = (2, 8)
TIME_LIMIT_S = (5, 86_400)
QUICK_STATUSES = ["idle", "waiting", "matched"]


class NewRace(Strict):
    """What is left out: two seats, the first win, half an hour, by invitation, spectators with the code, together."""

    rules = RulesChoice(required=False, help_text="Left out: the preferred ruleset. A ghost brings its own.")
    seats = Number(min_value=SEATS[0], max_value=SEATS[1], default=2, help_text="A ghost takes one of them.")
    mode = serializers.ChoiceField(choices=Mode.choices, default=Mode.FIRST)
    time_limit_s = Number(min_value=TIME_LIMIT_S[0], max_value=TIME_LIMIT_S[1], default=1800)
    undo = serializers.ChoiceField(
        choices=get_args(UndoPolicy), required=False, help_text="Left out: the ruleset's own."
    )
    visibility = serializers.ChoiceField(choices=Visibility.choices, default=Visibility.INVITE)
    spectators = serializers.ChoiceField(choices=Spectators.choices, default=Spectators.CODE)
    start = serializers.ChoiceField(choices=Start.choices, default=Start.TOGETHER)
    ghost = Text(max_length=12, required=False, help_text="A finished game on an open deal, to race against.")
    id = CommandId(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "ghost" in attrs and "rules" in attrs:
            raise ValidationError({"rules": ["A ghost brings its own rules."]})
        return attrs


class JoinRace(Strict):
    code = Text(max_length=16)
    id = CommandId(required=False)


class RaceCommand(Strict):
    """The client's name for the command, unique by player and race."""

    id = CommandId()
    legal = Flag(default=False, help_text="My game lists the legal moves too.")


class QuickRace(Strict):
    rules = serializers.ChoiceField(choices=list(RULESETS))
    id = CommandId(required=False)


class QuickAsked(Strict):
    wait_s = serializers.FloatField(
        min_value=0, max_value=LONGEST_WAIT_S, default=0, help_text="How long to wait for an opponent."
    )


class RacesAsked(Page):
    mine = serializers.BooleanField(
        allow_null=True, default=None, help_text="Races I have a seat in; so unless `open` is asked for."
    )
    open = serializers.BooleanField(default=False, help_text="Races that anybody may join.")
    status = serializers.ChoiceField(choices=Status.choices, required=False)


class RaceAsked(Strict):
    code = Text(max_length=16, required=False, help_text="For a spectator who needs it.")
    legal = serializers.BooleanField(default=False, help_text="My game lists the legal moves too.")


class RaceEventsAsked(RaceAsked):
    after = serializers.IntegerField(min_value=0, max_value=LONGEST_NUMBER, default=0)
    wait_s = serializers.FloatField(
        min_value=0, max_value=LONGEST_WAIT_S, default=0, help_text="How long to wait for an event where there is none."
    )


class RaceRules(GameRules):
    based_on = serializers.CharField(allow_null=True, help_text="The ruleset, but for the race's own undo policy.")


class Racer(PlayerName):
    """A player of a race as everybody sees them; a ghost's seat is null."""

    seat = serializers.IntegerField(allow_null=True)
    ready = serializers.BooleanField()
    connected = serializers.BooleanField()
    back_in_ms = serializers.IntegerField(allow_null=True, help_text="Of one who is away: until others may claim.")
    ends_in_ms = serializers.IntegerField(allow_null=True, help_text="The player's own time, in a challenge.")
    home = serializers.IntegerField()
    face_down = serializers.IntegerField()
    moves = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    elapsed_ms = serializers.IntegerField(allow_null=True)
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    game = serializers.CharField(allow_null=True, help_text="Once the race is over.")
    ghost = serializers.BooleanField()


class Reveal(serializers.Serializer[Any]):
    seed = serializers.CharField(allow_null=True)
    context = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # DRF takes it out of the class
    deck = serializers.CharField()


class RaceTerms(serializers.Serializer[Any]):
    rules = RaceRules()
    seats = serializers.IntegerField()
    mode = serializers.ChoiceField(choices=Mode.choices)
    time_limit_s = serializers.IntegerField()
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    spectators = serializers.ChoiceField(choices=Spectators.choices)
    start = serializers.ChoiceField(choices=Start.choices)
    ranked = serializers.BooleanField()
    host = PlayerName()
    verified = serializers.CharField(allow_null=True)
    difficulty = serializers.CharField(allow_null=True)
    ghost = serializers.CharField(allow_null=True)
    commitment = serializers.CharField(allow_null=True, help_text="SHA-256 over the seed and the context.")


class Race(RaceTerms):
    id = serializers.CharField()
    code = serializers.CharField(allow_null=True, help_text="Not for spectators.")
    link = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(choices=Status.choices)
    reason = serializers.CharField(allow_null=True)
    starts_in_ms = serializers.IntegerField(allow_null=True)
    ends_in_ms = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    players = Racer(many=True)
    rematch = serializers.CharField(allow_null=True)
    reveal = Reveal(allow_null=True, help_text="The seed and the cards, once it is over.")


class RacePreview(RaceTerms):
    """What one who has the code may know before joining."""

    id = serializers.CharField()
    code = serializers.CharField()
    link = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)
    players = PlayerName(many=True)
    free = serializers.IntegerField(help_text="Seats.")


class Races(serializers.Serializer[Any]):
    items = Race(many=True)
    next = serializers.CharField(allow_null=True)


class RaceEvent(serializers.Serializer[Any]):
    """One line of a race's log; which of the further members it has depends on its type."""

    number = serializers.IntegerField()
    type = serializers.ChoiceField(choices=RaceEventType.choices)
    player = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    seat = serializers.IntegerField(required=False)
    starts_at = serializers.DateTimeField(required=False)
    ends_at = serializers.DateTimeField(required=False)
    starts_in_ms = serializers.IntegerField(required=False)
    outcome = serializers.ChoiceField(choices=Outcome.choices, required=False)
    reason = serializers.CharField(required=False)
    players = serializers.ListField(child=serializers.DictField(), required=False)
    race = serializers.CharField(required=False, help_text="The rematch.")
    reveal = Reveal(required=False)


class RaceSnapshot(serializers.Serializer[Any]):
    """The race, the number of its last event, and my game in it, if I have one."""

    seq = serializers.IntegerField()
    race = Race()
    game = ListedGame(allow_null=True)


class RaceAnswer(RaceSnapshot):
    """What a command told, and the race as it stands now."""

    after = serializers.IntegerField(help_text="The number of the last event before.")
    events = RaceEvent(many=True)
    repeated = serializers.BooleanField(required=False, help_text="The command had been carried out before.")
    latest_seq = serializers.IntegerField(required=False)


class RaceEvents(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    events = RaceEvent(many=True)
    race = Race()


class ReplayedGame(serializers.Serializer[Any]):
    id = serializers.CharField()
    player = PlayerName()
    status = serializers.CharField()
    ended_by = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()
    events = Event(many=True)


class RaceReplay(serializers.Serializer[Any]):
    race = Race()
    position = Position(help_text="As dealt.")
    events = RaceEvent(many=True)
    games = ReplayedGame(many=True)
    timeline = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="`[at_ms, place in games, event number]`, as they follow one another.",
    )


class Quick(serializers.Serializer[Any]):
    """`race` is there once there is an opponent, until the race is over and another is asked for."""

    status = serializers.ChoiceField(choices=QUICK_STATUSES)
    rules = serializers.CharField(allow_null=True)
    waited_ms = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    reach = serializers.IntegerField(allow_null=True, help_text="How far off opponents may be; null is any.")
    race = serializers.CharField(allow_null=True)
    repeated = serializers.BooleanField(required=False, help_text="The command had been carried out before.")
