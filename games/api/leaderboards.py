"""Boards: who did best."""

from __future__ import annotations

from django.urls import register_converter
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.problems import Invalid, NotFound
from accounts.schema import SESSION, answers
from accounts.views.endpoint import Endpoint, player_of, read
from games.actions.boards.board import Board
from games.actions.boards.looking import Asked, look
from games.actions.boards.period import Span
from games.api.serializers.board import BoardAsked, BoardPage


class BoardName:
    """Of a board there is."""

    regex = "|".join(Board)

    def to_python(self, value: str) -> Board:
        return Board(value)

    def to_url(self, value: Board) -> str:
        return value.value


register_converter(BoardName, "board")


class Leaderboard(Endpoint):
    """Anybody may look; `me` takes a session."""

    permission_classes = ()

    @extend_schema(
        summary="A leaderboard",
        description="Clean results only: first attempts on secret deals, without practice, solver or peeking. "
        "`fastest` and `daily` are by `wall_ms`, first move to end, pauses included.",
        parameters=[BoardAsked],
        responses=answers({200: BoardPage}, *SESSION, NotFound, Invalid),
    )
    def get(self, request: Request, board: Board) -> Response:
        body = read(BoardAsked, request.query_params)
        asked = Asked(
            board,
            body["rules"],
            Span(body["period"]) if "period" in body else None,
            body.get("at"),
            body["limit"],
            body.get("cursor"),
            body.get("around"),
            body["friends"],
        )
        return Response(look(asked, player_of(request).pk if request.auth else None))
