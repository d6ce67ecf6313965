"""JSON bodies as the API takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import JSONParser

from accounts.problems import Malformed, TooLarge


class Json(JSONParser):
    """Refuses what DRF's parser lets by: a body without bounds, nesting without bounds, NaN and infinities."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body: bytes = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(params={"limit": limit})
        try:
            return json.loads(body.decode(), parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise Malformed() from None


def _refuse(constant: str) -> None:
    raise ValueError(constant)
