"""What the game endpoints share: a closed game's answers are kept by nobody, and nothing is sent twice for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.http import parse_etags
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.throttles import Limited

CLOSED = "private, no-store"
SETTLED = "private, no-cache"
IMMUTABLE = "private, max-age=31536000, immutable"


class Json(BaseRenderer):
    """As DRF's own, an eighth of its price."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)


class JsonAlone(DefaultContentNegotiation):
    """Where there is one kind of answer, only a client that wants another has to be read closely."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", Json.media_type):
            return next(iter(renderers)), Json.media_type
        renderer, media_type = super().select_renderer(request, renderers, format_suffix)
        return renderer, media_type


class GameEndpoint(Limited):
    """Answers say for themselves when they may be kept."""

    renderer_classes = (Json,)
    content_negotiation_class = JsonAlone

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
