"""What the OpenAPI document says of refusals and sessions."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc
from itertools import groupby
from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.utils import OpenApiResponse

from accounts import serializers
from accounts.authentication import HEADER
from accounts.problems import (
    BadOrigin,
    CsrfFailed,
    Invalid,
    Malformed,
    NoSession,
    NotAcceptable,
    Problem,
    SessionEnded,
    TooLarge,
    UnsupportedMediaType,
)

SESSION = (NoSession, SessionEnded, BadOrigin, CsrfFailed)
BODY = (Malformed, TooLarge, UnsupportedMediaType, Invalid)


def answers(good: Mapping[int, Any], *refusals: type[Problem]) -> dict[Any, Any]:
    """The `responses` of an operation: each status of its refusals with the codes it may bear."""
    described: dict[Any, Any] = dict(good)
    ordered = sorted({*refusals, NotAcceptable}, key=_place)
    for status, problems in groupby(ordered, key=_status):
        lines = map(_sentence, problems)
        described[status, "application/problem+json"] = OpenApiResponse(
            serializers.Problem, description="\n\n".join(lines)
        )
    return described


def _sentence(problem: type[Problem]) -> str:
    return f"`{problem.code}`: {cleandoc(problem.__doc__ or '')}"


def _status(problem: type[Problem]) -> int:
    return problem.status


def _place(problem: type[Problem]) -> tuple[int, str]:
    return problem.status, problem.code


class SessionTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.authentication.SessionTokenAuthentication"
    name = ["token", "cookie"]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:
        return [{name: []} for name in self.name]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        return [
            {"type": "apiKey", "in": "header", "name": HEADER},
            {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
        ]


class StrictScheme(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.strict.Strict"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """Requests say that they take no other fields; answers may grow."""
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False} if direction == "request" else schema
