"""A player's client, in this process."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from accounts.actions.sessions import open_session
from accounts.models import Player

Json = dict[str, Any]


class Caller:
    """Asks as the player; as nobody, where there is none."""

    def __init__(self, player: Player | None = None) -> None:
        self.player = player
        token = {"X-Session-Token": open_session(player, "").session_key} if player else {}
        self.http = Client(headers=token, raise_request_exception=False)

    def __call__(self, method: str, path: str, body: object = None, status: int = 200) -> Json:
        """The answer, which must have this status."""
        answer = self.http.generic(
            method, f"/api/v1/{path}", b"" if body is None else _json(body), content_type="application/json"
        )
        assert answer.status_code == status, answer.content
        shown: Json = answer.json() if answer.content else {}
        return shown

    def get(self, path: str, status: int = 200) -> Json:
        return self("GET", path, None, status)

    def refused(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """Status and code."""
        answer = self.http.generic(
            method, f"/api/v1/{path}", b"" if body is None else _json(body), content_type="application/json"
        )
        return answer.status_code, answer.json()["code"]


def _json(body: object) -> bytes:
    return json.dumps(body).encode()
