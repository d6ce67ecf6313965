"""Reading what a request says."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from rest_framework.request import Request
from rest_framework.serializers import Serializer

from games import journal
from games.actions.begin import Creation
from games.actions.play import Command


def read(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """The validated fields; raises what becomes `invalid`, naming the field."""
    return cast(dict[str, Any], _reader(serializer).run_validation(data))


@cache
def _reader(serializer: type[Serializer[Any]]) -> Serializer[Any]:
    """One for the life of the process: making the fields costs several times what checking a body does."""
    return serializer()


def command_of(verb: str, request: Request, body: dict[str, Any]) -> Command:
    """The command that a read body holds."""
    return Command(body["after"], body["id"], journal.digest(verb, _whole(request)))


def creation_of(verb: str, request: Request, body: dict[str, Any]) -> Creation | None:
    """The command that makes something, if the client gave it a name."""
    name = body.get("id")
    return Creation(verb, name, journal.digest(verb, _whole(request))) if name else None


def _whole(request: Request) -> dict[str, Any]:
    """The body as it was sent, which a serializer has found to be an object."""
    return cast(dict[str, Any], request.data)
