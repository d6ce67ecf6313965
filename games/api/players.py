"""Players as others see them, and their record."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import names
from accounts.problems import NotFound
from accounts.schema import SESSION, answers
from accounts.views.endpoint import Endpoint, Open, player_of
from games.actions.profile import profile
from games.actions.statistics import statistics
from games.api.serializers.player import OwnStatistics, PublicProfile


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
        return Response({"statistics": statistics(player_of(request))})
