"""Looking at a game: what happened since, the whole of it, what could be played, the game for other programs."""

from __future__ import annotations

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.problems import Invalid
from accounts.schema import answers
from accounts.views.endpoint import player_of, read
from games.actions import export, looking
from games.actions.hints import hint
from games.actions.problems import DealClosed, NotInRace, SolverBusy
from games.actions.solving import ask_solver
from games.api.bodies import command_of
from games.api.endpoint import IMMUTABLE, GameEndpoint, has, unchanged
from games.api.looking import sit_to_look
from games.api.schema import COMMAND, READ
from games.api.serializers import requests
from games.api.serializers.answer import Answer, Exported, Hint, LegalMoves
from games.api.serializers.game import Replay
from games.broadcast import game_moves


class Events(GameEndpoint):
    @extend_schema(
        summary="What happened since",
        description="The events past number `after`, in the shape of the answer to a command. With `wait_s` the answer "
        "comes when there is one, and empty when the time is over.",
        parameters=[requests.EventsAsked],
        responses=answers({200: Answer}, *READ, Invalid),
    )
    def get(self, request: Request, game: str) -> Response:
        asked = read(requests.EventsAsked, request.query_params)
        sitting = sit_to_look(request, game)
        response = Response(looking.since(sitting, asked["after"], legal=asked["legal"]))
        left_s = asked["wait_s"] - waited_s(request)
        if asked["after"] >= sitting.history.version and left_s > 0 and not sitting.history.over:
            response.wait = partial(game_moves, game, left_s)  # type: ignore[attr-defined]  # see klondike_service.asgi
        return response


def waited_s(request: Request) -> float:
    """How long the server has held this request already."""
    scope = getattr(request, "scope", {})  # there is none where a test client calls
    return float(scope.get("klondike.waited", 0.0))


class Replayed(GameEndpoint):
    @extend_schema(
        summary="The game from its deal",
        description="Event by event; once game and deal are over, with the deck.",
        responses=answers({200: Replay, 304: None}, *READ),
    )
    def get(self, request: Request, game: str) -> Response:
        sitting = sit_to_look(request, game)
        if not looking.is_open(sitting):
            return Response(looking.show_replay(sitting))
        etag = f'"replay-{sitting.history.version}"'
        if has(request, etag):
            return unchanged(etag, IMMUTABLE)
        return Response(looking.show_replay(sitting), headers={"ETag": etag, "Cache-Control": IMMUTABLE})


class Legal(GameEndpoint):
    @extend_schema(
        summary="The legal moves",
        description="The first one of each source and count is what `auto` does.",
        responses=answers({200: LegalMoves}, *READ),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(looking.legal_now(sit_to_look(request, game)))


class Hinted(GameEndpoint):
    @extend_schema(
        summary="A good next move",
        description="As far as the player can see; asking changes nothing. With `solve` the solver is asked, which "
        "sees all cards: the answer is that of `winnable`, with the first move of a line that wins.",
        request=requests.HintAsked,
        responses=answers(
            {200: Hint},
            *(*COMMAND, NotInRace, SolverBusy, DealClosed),
        ),
    )
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.HintAsked, request.data)
        if body["solve"]:
            told = ask_solver(player_of(request).pk, game, command_of("hint", request, body))
            return Response(told.show(hint=True))
        return Response(hint(player_of(request), game, body.get("after")))


class Export(GameEndpoint):
    @extend_schema(
        summary="The game for other programs",
        description="`klondike` is our own JSON with rules and moves, without the deal while that is closed; "
        "the others hold the deal alone.",
        parameters=[requests.ExportAsked],
        responses=answers({200: Exported}, *READ, Invalid, DealClosed),
    )
    def get(self, request: Request, game: str) -> Response:
        asked = read(requests.ExportAsked, request.query_params)
        sitting = sit_to_look(request, game)
        return Response(export.export(sitting, asked["format"]))
