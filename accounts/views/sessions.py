"""Signing in and out, and the devices that are signed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts import names, serializers, throttles
from accounts.actions import sessions, tickets
from accounts.problems import Invalid, NotFound, TooMany, WrongCredentials
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import Endpoint, access_of, agent_of, player_of, read, signed_in, signed_out


class OwnSession(Endpoint):
    @property
    def opening(self) -> bool:
        """Signing in looks at no session, even one that has ended; the rest needs one."""
        return getattr(self.request, "method", None) == "POST"  # no request while the schema is drawn up

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self.opening else super().get_authenticators()

    def get_permissions(self) -> Sequence[Any]:
        return [] if self.opening else super().get_permissions()

    def get_throttles(self) -> list[BaseThrottle]:
        return [throttles.SignIns(), throttles.SignInsToAccount()] if self.opening else []

    @extend_schema(
        summary="Sign in",
        request=serializers.SignIn,
        responses=answers({201: serializers.SignedIn}, *BODY, WrongCredentials, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.SignIn, request.data)
        player, session = sessions.sign_in(body["login"], body["password"], agent_of(request))
        throttles.SignInsToAccount.limit.forget(names.key(body["login"]))
        return signed_in(request, player, session, 201, by_cookie=body["cookie"])

    @extend_schema(summary="Sign out here", request=None, responses=answers({204: None}, *SESSION))
    def delete(self, request: Request) -> Response:
        sessions.end_one(player_of(request), access_of(request).session)
        return signed_out(request)


class Sessions(Endpoint):
    @extend_schema(
        summary="Where I am signed in",
        description="Newest first.",
        parameters=[serializers.Page],
        responses=answers({200: serializers.Sessions}, *SESSION, Invalid),
    )
    def get(self, request: Request) -> Response:
        page = read(serializers.Page, request.query_params.dict())
        items, following = sessions.page(player_of(request), page["limit"], page.get("cursor"))
        here = {"here": access_of(request).session}
        return Response(serializers.Sessions({"items": items, "next": following}, context=here).data)

    @extend_schema(
        operation_id="accounts_sessions_destroy_all",
        summary="Sign out everywhere",
        request=None,
        responses=answers({204: None}, *SESSION),
    )
    def delete(self, request: Request) -> Response:
        sessions.end_all(player_of(request))
        return signed_out(request)


class OneSession(Endpoint):
    @extend_schema(summary="Sign out one device", request=None, responses=answers({204: None}, *SESSION, NotFound))
    def delete(self, request: Request, session: str) -> Response:
        sessions.end_one(player_of(request), session)
        return Response(status=204)


class Ticket(Endpoint):
    @extend_schema(
        summary="A ticket for a socket",
        description="Good once, for 30 seconds, in the first message of the socket.",
        request=serializers.Empty,
        responses=answers({201: serializers.Ticket}, *SESSION, *BODY),
    )
    def post(self, request: Request) -> Response:
        read(serializers.Empty, request.data)
        ticket = tickets.issue(access_of(request).token)
        milliseconds = int(tickets.LIFE.total_seconds() * 1000)
        return Response(serializers.Ticket({"ticket": ticket.pk, "expires_in_ms": milliseconds}).data, status=201)
