"""What a player does in a race: each endpoint turns a request into one action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Player
from accounts.problems import Busy, IdReused, Problem, TooMany
from accounts.schema import BODY, answers
from accounts.views.endpoint import player_of, read
from games import journal
from games.actions.problems import NotInRace
from games.actions.races import claim, forfeit, join, leave, presence, ready, rematch
from games.actions.races.answer import show_done
from games.actions.races.commands import Command, Done
from games.actions.races.problems import (
    Engaged,
    NobodyAway,
    NotOver,
    NotStarted,
    RaceFull,
    RaceOver,
    RaceStarted,
    TooManyRaces,
)
from games.api.commands import Commanding
from games.api.schema import READ
from games.api.serializers.race import JoinRace, RaceAnswer, RaceCommand
from games.api.throttles import guessing

Act = Callable[[Player, str, Command], Done]
View = Callable[[type[APIView]], type[APIView]]


def race_command(verb: str, request: Request, body: dict[str, Any]) -> Command | None:
    """The command that a read body holds, if the client gave it a name. How it is answered is no part of it, so that
    it is the same one over a socket."""
    name = body.get("id")
    asked = {field: value for field, value in cast(dict[str, Any], request.data).items() if field != "legal"}
    return Command(name, journal.digest(verb, asked)) if name else None


def commands(summary: str, description: str, *refusals: type[Problem]) -> View:
    """Describes the POST of a command on a race."""
    return extend_schema_view(
        post=extend_schema(
            summary=summary,
            description=description,
            request=RaceCommand,
            responses=answers({200: RaceAnswer}, *READ, *BODY, IdReused, TooMany, Busy, *refusals),
        )
    )


class Join(Commanding):
    @extend_schema(
        summary="Take a seat",
        description="By the code. Joining again changes nothing and gives the race. Guessing is limited.",
        request=JoinRace,
        responses=answers({200: RaceAnswer}, *READ, *BODY, IdReused, RaceFull, RaceStarted, RaceOver, TooMany, Busy),
    )
    def post(self, request: Request) -> Response:
        body = read(JoinRace, request.data)
        player = player_of(request)
        with guessing(request):
            done = join.join(player, body["code"], race_command("join", request, body))
        presence.requested(player.pk, done.race.public_id)
        return Response(show_done(player, done))


class Verb(Commanding):
    """A command that its name says all of."""

    act: ClassVar[Act]

    def post(self, request: Request, race: str) -> Response:
        body = read(RaceCommand, request.data)
        command = race_command(type(self).__name__.lower(), request, body)
        assert command is not None, "its id is required"
        player = player_of(request)
        presence.requested(player.pk, race)
        return Response(show_done(player, type(self).act(player, race, command), legal=body["legal"]))


@commands(
    "Ready",
    "When all seats are taken and all are ready, the countdown begins. In a challenge my own game starts at once.",
    RaceOver,
    Engaged,
)
class Ready(Verb):
    act: ClassVar[Act] = staticmethod(ready.ready)


@commands("Give my seat back", "Before my game is dealt; a countdown is off then.", RaceStarted, RaceOver)
class Leave(Verb):
    act: ClassVar[Act] = staticmethod(leave.leave)


@commands("Give up", "My game ends where it stands, and what is home counts.", NotStarted, RaceOver)
class Forfeit(Verb):
    act: ClassVar[Act] = staticmethod(forfeit.forfeit)


@commands(
    "Claim the race",
    "From those who have been away for longer than the grace, if they still are.",
    NotStarted,
    RaceOver,
    NobodyAway,
    NotInRace,
)
class Claim(Verb):
    act: ClassVar[Act] = staticmethod(claim.claim)


@commands(
    "Once more",
    "The same seats, a new deal: one race however many press it, and whoever does is ready. Its id is in `rematch`.",
    NotOver,
    TooManyRaces,
)
class Rematch(Verb):
    act: ClassVar[Act] = staticmethod(rematch.rematch)
