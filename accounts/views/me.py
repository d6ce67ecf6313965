"""The player's own profile, export and end."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts import serializers, throttles
from accounts.actions import deletion, profile
from accounts.actions.export import export
from accounts.models import Player
from accounts.problems import NameTaken, TooMany, WrongPassword
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import Endpoint, access_of, player_of, read, set_cookie, signed_out


class Me(Endpoint):
    def get_throttles(self) -> list[BaseThrottle]:
        return [throttles.Passwords()] if self.request.method == "DELETE" else []

    @extend_schema(summary="My profile", responses=answers({200: serializers.Player}, *SESSION))
    def get(self, request: Request) -> Response:
        player = Player.objects.get(pk=player_of(request).pk)
        response = Response(serializers.Player(player).data)
        if access_of(request).by_cookie:
            set_cookie(response, access_of(request).token)  # the cookie slides as the session does
        return response

    @extend_schema(
        summary="Change my profile",
        description="What is not named stays. A guest may take a name too.",
        request=serializers.Profile,
        responses=answers({200: serializers.Player}, *SESSION, *BODY, NameTaken),
    )
    def patch(self, request: Request) -> Response:
        player = profile.update(player_of(request), **read(serializers.Profile, request.data))
        return Response(serializers.Player(player).data)

    @extend_schema(
        summary="Delete my account",
        description='For good. The body holds the `password`: `{"password": "…"}`; a guest has none. '
        "Races are forfeited, results of others keep an anonymous player, the name stays reserved.",
        responses=answers({204: None}, *SESSION, *BODY, WrongPassword, TooMany),
    )
    def delete(self, request: Request) -> Response:
        deletion.delete(player_of(request), read(serializers.Deletion, request.data).get("password"))
        return signed_out(request)


class Export(Endpoint):
    @extend_schema(summary="Everything about me", responses=answers({200: serializers.Export}, *SESSION))
    def get(self, request: Request) -> Response:
        return Response(export(Player.objects.get(pk=player_of(request).pk)))
