"""What the OpenAPI document says of the game endpoints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.problems import Busy, IdReused, NotFound, Problem, TooMany
from accounts.schema import BODY, SESSION, SessionTokenScheme, answers
from games.actions.problems import TITLES, LogFull, NotInRace, Stale
from games.api.serializers.answer import Answer
from games.api.serializers.requests import Command
from games.klondike.errors import GameOver, Paused, Refusal

View = TypeVar("View", bound=type[APIView])

READ = (*SESSION, NotFound)


def problems(*refusals: type[Refusal]) -> list[type[Problem]]:
    """The rules' refusals as problems, with the status they travel under."""
    return [_problem(refusal) for refusal in refusals]


def _problem(refusal: type[Refusal]) -> type[Problem]:
    status, title = TITLES[refusal]
    members = {"status": status, "code": refusal.code, "title": title, "__doc__": refusal.__doc__}
    return type(refusal.__name__, (Problem,), members)


class RememberedScheme(SessionTokenScheme):  # type: ignore[no-untyped-call]
    """The same two ways in, which the document holds already."""

    target_class = "games.api.remembering.RememberedSession"
    name: list[str] = []

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[Any]]]:
        return [{name: []} for name in SessionTokenScheme.name]


COMMAND = (*READ, *BODY, *problems(GameOver, Paused), Stale, IdReused, LogFull, TooMany, Busy)
"""What any command on a game may be refused for."""


def commanded(
    summary: str,
    description: str = "",
    *,
    request: type[Serializer[Any]] = Command,
    answer: type[Serializer[Any]] = Answer,
    status: int = 200,
    refusals: Sequence[type[Refusal] | type[Problem]] = (),
    examples: Sequence[OpenApiExample] = (),
) -> Callable[[View], View]:
    """Describes the POST of a command."""
    own = [_problem(refusal) if issubclass(refusal, Refusal) else refusal for refusal in refusals]
    return extend_schema_view(
        post=extend_schema(
            summary=summary,
            description=description,
            request=request,
            responses=answers({status: answer}, *COMMAND, NotInRace, *own),
            examples=list(examples),
        )
    )
