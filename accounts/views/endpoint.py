"""What the account endpoints share: their answers are nobody else's, and a session leaves as it came."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from django.conf import settings
from django.http.response import HttpResponseBase
from django.middleware.csrf import rotate_token
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts import serializers
from accounts.models import Player, Session
from accounts.sessions import Access
from accounts.throttles import Limited


class Endpoint(Limited):
    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response.headers.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, *args, **kwargs)


class Open(Endpoint):
    """For anybody: a session, even one that has ended, is not looked at."""

    authentication_classes = ()
    permission_classes = ()


def read(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """The validated fields; raises what becomes `invalid`, naming the field."""
    return cast(dict[str, Any], _reader(serializer).run_validation(data))


@cache
def _reader(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """One for the life of the process: making the fields costs several times what checking a body does."""
    return serializer()


def player_of(request: Request) -> Player:
    """Of an authenticated request; fields beyond the hot path's few load when asked for."""
    return cast(Player, request.user)


def access_of(request: Request) -> Access:
    return cast(Access, request.auth)


def agent_of(request: Request) -> str:
    return "".join(filter(str.isprintable, request.META.get("HTTP_USER_AGENT", "")))


def signed_in(request: Request, player: Player, session: Session, status: int, *, by_cookie: bool) -> Response:
    """A new session, in the body or in a cookie that no script of the page can read."""
    token = None if by_cookie else session.pk
    response = Response(serializers.SignedIn({"player": player, "token": token}).data, status=status)
    if by_cookie:
        set_cookie(response, session.pk)
        rotate_token(request._request)
    return response


def set_cookie(response: HttpResponseBase, token: str) -> None:
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        token,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def signed_out(request: Request) -> Response:
    response = Response(status=204)
    if access_of(request).by_cookie:
        response.delete_cookie(settings.SESSION_COOKIE_NAME, samesite="Lax")
    return response
