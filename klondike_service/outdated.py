"""Clients too old to be served are told so, before anything else is looked at."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.handlers import answer
from accounts.problems import ClientOutdated, Invalid

HEADER = "X-Client-Version"


class Outdated:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        version = request.META.get("HTTP_X_CLIENT_VERSION")
        if version is not None and request.path_info.startswith("/api/"):
            if not (version.isascii() and version.isdigit() and len(version) <= 9):
                return answer(Invalid("A client's version is a whole number.", field=HEADER))
            if int(version) < settings.CLIENT_VERSION_MINIMUM:
                return answer(ClientOutdated(extra={"minimum": settings.CLIENT_VERSION_MINIMUM}))
        return self.get_response(request)
