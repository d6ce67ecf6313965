"""What the game endpoints share: a closed game's answers are kept by nobody, and nothing is sent twice for nothing."""

from __future__ import annotations

from typing import Any

from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.throttles import Limited

CLOSED = "private, no-store"
SETTLED = "private, no-cache"
IMMUTABLE = "private, max-age=31536000, immutable"


class GameEndpoint(Limited):
    """Answers say for themselves when they may be kept."""

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        response.headers.setdefault("Cache-Control", CLOSED)
        return super().finalize_response(request, response, *args, **kwargs)


def has(request: Request, etag: str) -> bool:
    """Whether the client holds this version of what it asks for, however it was compressed on the way."""
    held = request.META.get("HTTP_IF_NONE_MATCH", "")
    return etag in [tag.removeprefix("W/") for tag in parse_etags(held)]


def unchanged(etag: str, cache_control: str) -> Response:
    """Nothing to send."""
    return Response(status=304, headers={"ETag": etag, "Cache-Control": cache_control})
