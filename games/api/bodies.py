"""Commands as request bodies hold them."""

from __future__ import annotations

from typing import Any, cast

from rest_framework.request import Request

from games import journal
from games.actions.begin import Creation
from games.actions.play import Command


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
