"""Whose request it is: a session token in a header, or the page's cookie with a proof of the page."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.request import Request

from accounts import sessions
from accounts.handlers import csrf_problem
from accounts.models import Player
from accounts.problems import SessionEnded
from accounts.sessions import Access

HEADER = "X-Session-Token"


class SessionTokenAuthentication(BaseAuthentication):
    """`request.auth` is the Access. A token overrides a cookie; one that is not good is never anonymous."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        token = request.META.get("HTTP_X_SESSION_TOKEN")
        by_cookie = token is None
        if token is None:
            token = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
            if token is None:
                return None
        found = sessions.find(token)
        if found is None:
            raise SessionEnded()
        player, access = found
        if not by_cookie:
            return player, access
        require_page(request)
        return player, access._replace(by_cookie=True)

    def authenticate_header(self, request: Request) -> str:
        return HEADER


def require_page(request: Request) -> None:
    """Django's CSRF check, which looks at methods that change something only."""

    def view(_: HttpRequest) -> HttpResponse:
        return HttpResponse()

    check = CSRFCheck(view)
    check.process_request(request._request)
    reason = check.process_view(request._request, view, (), {})
    if reason:
        raise csrf_problem(str(reason))
