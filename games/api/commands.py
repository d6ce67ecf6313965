"""What a player does in a game: each endpoint turns a request into one action."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from django.conf import settings
from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.views.endpoint import player_of, read
from games.actions import lines, play, sharing
from games.actions.answer import Answer
from games.actions.play import Command
from games.actions.problems import DealClosed
from games.api.bodies import command_of
from games.api.endpoint import GameEndpoint
from games.api.remembering import RememberedSession
from games.api.schema import commanded
from games.api.serializers import requests
from games.api.serializers.answer import Shared
from games.api.throttles import Commands
from games.klondike import errors

MOVE = OpenApiExample("A move", {"move": "4-6x3", "after": 17, "id": "c-18"}, request_only=True)
BATCH = OpenApiExample("A batch", {"moves": ["draw", "w-f"], "after": 17, "id": "c-18"}, request_only=True)
PLAYING = (
    *(errors.NotAlternating, errors.NotNextRank, errors.NeedsKing, errors.NeedsAce, errors.NotNextInSuit),
    *(errors.FaceDown, errors.NotARun, errors.EmptyPile, errors.RedealLimit, errors.NothingToRedeal),
    *(errors.NoWorryingBack, errors.NotDirect),
)


class Commanding(GameEndpoint):
    authentication_classes = (RememberedSession,)
    throttle_classes = (Commands,)


@commanded(
    "Play a move, or several",
    "A batch plays as far as it is legal: the answer says where and why it `stopped`, "
    "and is a refusal if no move was played. A text that is no move refuses the batch as a whole.",
    request=requests.Moves,
    refusals=PLAYING,
    examples=[MOVE, BATCH],
)
class Moves(Commanding):
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Moves, request.data)
        moves = body.get("moves") or [body["move"]]
        answer = play.play_moves(player_of(request).pk, game, command_of("moves", request, body), moves)
        return Response(answer.show(legal=body["legal"]))


@commanded(
    "Let a card go where it goes by itself",
    "Its foundation first, then the leftmost legal column.",
    request=requests.Auto,
    refusals=(errors.NoAutomaticMove, errors.EmptyPile, errors.FaceDown),
)
class Auto(Commanding):
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Auto, request.data)
        command = command_of("auto", request, body)
        answer = play.auto(player_of(request).pk, game, command, body["pile"], body["count"])
        return Response(answer.show(legal=body["legal"]))


@commanded(
    "Play a line from elsewhere",
    "All of its moves or, where one is refused, none: the refusal names its `index`. "
    "The game is practice from then on. A text may be in our notation or that of Klondike-Solver and MinimalKlondike.",
    request=requests.Import,
    refusals=PLAYING,
)
class Import(Commanding):
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Import, request.data)
        answer = lines.play_line(player_of(request).pk, game, command_of("import", request, body), body["moves"])
        return Response(answer.show(legal=body["legal"]))


@commanded(
    "Make a share code",
    "An opaque code for the deal and the rules, the same one each time. The game is practice from then on.",
    answer=Shared,
    refusals=(DealClosed,),
)
class Share(Commanding):
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Command, request.data)
        answer, code = sharing.share(player_of(request).pk, game, command_of("share", request, body))
        shown = answer.show(legal=body["legal"])
        return Response({**shown, "code": code.pk, "link": f"{settings.PUBLIC_URL}/d/{code.pk}"})


Act = Callable[[int, str, Command], Answer]


class Verb(Commanding):
    """A command that its name says all of."""

    act: ClassVar[Act]

    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Command, request.data)
        command = command_of(type(self).__name__.lower(), request, body)
        return Response(type(self).act(player_of(request).pk, game, command).show(legal=body["legal"]))


@commanded("Take the last move back", refusals=(errors.UndoStops, errors.NothingToUndo))
class Undo(Verb):
    act: ClassVar[Act] = staticmethod(play.undo)


@commanded("Play again what was taken back", refusals=(errors.NothingToRedo,))
class Redo(Verb):
    act: ClassVar[Act] = staticmethod(play.redo)


@commanded("Play the rest home", "Possible where it is sure to win.", refusals=(errors.CannotFinish,))
class Finish(Verb):
    act: ClassVar[Act] = staticmethod(play.finish)


@commanded("Stop the clock", "Nothing happens where it is stopped already.")
class Pause(Verb):
    act: ClassVar[Act] = staticmethod(play.pause)


@commanded("Let the clock run again", "Nothing happens where the game isn't paused.")
class Resume(Verb):
    act: ClassVar[Act] = staticmethod(play.resume)


@commanded("Give up")
class Concede(Verb):
    act: ClassVar[Act] = staticmethod(play.concede)
