"""A ranked race with whoever else waits."""

from __future__ import annotations

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.problems import IdReused, TooMany
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import player_of, read
from games import broadcast
from games.actions.races import quick
from games.actions.races.problems import EmailUnverified, Engaged
from games.api.endpoint import GameEndpoint
from games.api.following import waited_s
from games.api.race_commands import race_command
from games.api.serializers.race import Quick as Shown
from games.api.serializers.race import QuickAsked, QuickRace
from games.api.throttles import Changes


class Quick(GameEndpoint):
    throttle_classes = (Changes,)

    @extend_schema(
        summary="Look for an opponent",
        description="Of like rating first, then, the longer it takes, anybody. The wait ends a minute after the last "
        "look or socket message. Asking again changes nothing, and gives the race that was found until it is over; "
        "by the same `id`, even then.",
        request=QuickRace,
        responses=answers({202: Shown}, *SESSION, *BODY, IdReused, EmailUnverified, Engaged, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(QuickRace, request.data)
        player, command = player_of(request), race_command("quick", request, body)
        wait = quick.asked_before(player, command)
        if wait is not None:
            return Response({**quick.show(wait), "repeated": True}, status=202)
        return Response(quick.show(quick.ask(player, body["rules"], command)), status=202)

    @extend_schema(
        summary="Whether there is one",
        description="With `wait_s` the answer comes when there is, or when the time is over.",
        parameters=[QuickAsked],
        responses=answers({200: Shown}, *SESSION),
    )
    def get(self, request: Request) -> Response:
        asked = read(QuickAsked, request.query_params)
        player = player_of(request)
        wait = quick.look(player)
        response = Response(quick.show(wait))
        left_s = asked["wait_s"] - waited_s(request)
        if wait is not None and wait.race is None and left_s > 0:
            waits = partial(broadcast.moves, f"player:{player.public_id}", left_s)
            response.wait = waits  # type: ignore[attr-defined]  # see klondike_service.asgi
        return response

    @extend_schema(
        summary="Look no longer",
        description="A race that has been found stays.",
        request=None,
        responses=answers({204: None}, *SESSION, TooMany),
    )
    def delete(self, request: Request) -> Response:
        quick.cancel(player_of(request))
        return Response(status=204)
