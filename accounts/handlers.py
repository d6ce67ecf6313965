"""Where Django and DRF hand over what went wrong; every answer is a problem document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import REASON_BAD_ORIGIN
from rest_framework import exceptions

from accounts.problems import (
    BadOrigin,
    BadRequest,
    CsrfFailed,
    Forbidden,
    Invalid,
    Malformed,
    MethodNotAllowed,
    NoSession,
    NotAcceptable,
    NotFound,
    Problem,
    SessionEnded,
    TooLarge,
    UnsupportedMediaType,
)


def answer(problem: Problem) -> HttpResponse:
    response = JsonResponse(
        problem.document(),
        status=problem.status,
        headers=problem.headers,
        content_type="application/problem+json",
    )
    if problem.status == 401:
        response["WWW-Authenticate"] = "X-Session-Token"
    return response


def handle(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's exception handler. None, for a fault of ours, leaves the exception to Django's own handling."""
    if isinstance(exc, exceptions.MethodNotAllowed):
        allowed = ", ".join(context["view"].allowed_methods)
        return answer(MethodNotAllowed(params={"method": context["request"].method}, headers={"Allow": allowed}))
    problem = problem_of(exc)
    return None if problem is None else answer(problem)


# Frameworks' exceptions that say no more than their kind.
PLAIN: dict[type[Exception], type[Problem]] = {
    exceptions.ParseError: Malformed,
    exceptions.NotAuthenticated: NoSession,
    exceptions.AuthenticationFailed: SessionEnded,
    exceptions.PermissionDenied: Forbidden,
    PermissionDenied: Forbidden,
    exceptions.NotFound: NotFound,
    Http404: NotFound,
    exceptions.NotAcceptable: NotAcceptable,
    exceptions.UnsupportedMediaType: UnsupportedMediaType,
    SuspiciousOperation: BadRequest,
    MultiPartParserError: BadRequest,
}


def problem_of(exc: Exception) -> Problem | None:
    match exc:
        case Problem():
            return exc
        case exceptions.ValidationError():
            return invalid(exc)
        case RequestDataTooBig():
            return TooLarge(params={"limit": settings.DATA_UPLOAD_MAX_MEMORY_SIZE})
    return next((problem() for kind, problem in PLAIN.items() if isinstance(exc, kind)), None)


def invalid(exc: exceptions.ValidationError) -> Invalid:
    """The first fault that a serializer found; a client mends one field after another."""
    field, fault = next(faults(exc.detail))
    return Invalid(str(fault), field=field, params={"reason": fault.code})


def faults(detail: Any, path: str = "") -> Iterator[tuple[str, exceptions.ErrorDetail]]:
    """A DRF error tree, flattened to (dotted path, fault); `non_field_errors` speak of the level above."""
    if isinstance(detail, exceptions.ErrorDetail):
        yield path, detail
        return
    items = detail.items() if isinstance(detail, dict) else enumerate(detail)
    for key, part in items:
        own = key == "non_field_errors" or isinstance(part, exceptions.ErrorDetail)
        yield from faults(part, path if own else f"{path}.{key}".lstrip("."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(problem_of(exception) or BadRequest())


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(Forbidden())


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(NotFound())


def server_error(request: HttpRequest) -> HttpResponse:
    return answer(Problem())


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return answer(csrf_problem(reason))


def csrf_problem(reason: str) -> Problem:
    """Django says why in English only; its reason for a foreign Origin header starts with fixed words."""
    return BadOrigin() if reason.startswith(REASON_BAD_ORIGIN.split("%")[0]) else CsrfFailed()
