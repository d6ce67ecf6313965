"""Players as others see them, and their record."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import names
from accounts.problems import Invalid, NotFound
from accounts.schema import SESSION, answers
from accounts.views.endpoint import Endpoint, Open, player_of, read
from games.actions.field import show_field
from games.actions.plots import plots
from games.actions.problems import DealClosed
from games.actions.profile import drawn, profile, record
from games.api.serializers.player import OwnStatistics, PublicProfile
from games.api.serializers.plots import Field as Results
from games.api.serializers.plots import FieldAsked, Plots, PlotsAsked


class OnePlayer(Open):
    @extend_schema(
        summary="A player as others see them",
        description="By name, in any spelling. Statistics are null where the player keeps them private.",
        responses=answers({200: PublicProfile}, NotFound),
    )
    def get(self, request: Request, name: str) -> Response:
        if names.why_not(names.normal(name)):
            raise NotFound()
        return Response(profile(name))


class MyStatistics(Endpoint):
    @extend_schema(summary="My record", responses=answers({200: OwnStatistics}, *SESSION))
    def get(self, request: Request) -> Response:
        return Response(record(player_of(request)))


class MyPlots(Endpoint):
    @extend_schema(summary="My record as curves", parameters=[PlotsAsked], responses=answers({200: Plots}, *SESSION))
    def get(self, request: Request) -> Response:
        asked = read(PlotsAsked, request.query_params)
        return Response(plots(player_of(request), asked["rules"]))


class PlayersPlots(Open):
    @extend_schema(
        summary="A player's record as curves",
        description="Not of a player who keeps the record private.",
        parameters=[PlotsAsked],
        responses=answers({200: Plots}, NotFound, Invalid),
    )
    def get(self, request: Request, name: str) -> Response:
        if names.why_not(names.normal(name)):
            raise NotFound()
        return Response(drawn(name, read(PlotsAsked, request.query_params)["rules"]))


class Field(Endpoint):
    @extend_schema(
        summary="How everyone did on this game's deal",
        description="Once the deal is open: wins first, the fastest above, practice last.",
        parameters=[FieldAsked],
        responses=answers({200: Results}, *SESSION, NotFound, Invalid, DealClosed),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(show_field(game, read(FieldAsked, request.query_params)["limit"]))
