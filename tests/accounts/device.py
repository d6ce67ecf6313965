"""A client as players use it: a device with a token, or a page with a cookie."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core import mail
from django.test import TestCase
from rest_framework.test import APIClient

# For tests with several threads; the others roll back, which is much faster.
commits = pytest.mark.django_db(transaction=True)

API = "/api/v1/accounts/"
PASSWORD = "seven of diamonds"


class Device:
    """One client with at most one token. Answers are (status, JSON or None); `last` is the whole response."""

    def __init__(self, token: str | None = None) -> None:
        self.http = APIClient()
        self.token = token
        self.address = "192.0.2.1"
        self.last: Any = None

    def __call__(self, verb: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        if self.token:
            headers.setdefault("x-session-token", self.token)
        # What waits for the commit happens at the end of the request, in a test that rolls back too.
        with TestCase.captureOnCommitCallbacks(execute=True):
            self.last = self.http.generic(
                verb,
                API + path,
                "" if body is None else json.dumps(body),
                content_type="application/json",
                headers=headers,
                REMOTE_ADDR=self.address,
            )
        return self.last.status_code, self.last.json() if self.last.content else None

    def signs(self, path: str, body: object = None, **headers: str) -> dict[str, Any]:
        """Posts what answers with a session, and keeps the session's token."""
        status, answer = self("POST", path, body, **headers)
        assert status in (200, 201), answer
        self.token = answer["token"]
        player: dict[str, Any] = answer["player"]
        return player

    def refused(self, verb: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        """The status and code of the problem document that must come back."""
        status, problem = self(verb, path, body, **headers)
        assert self.last["Content-Type"] == "application/problem+json"
        assert problem["type"] == f"urn:klondike:problem:{problem['code']}"
        assert problem["status"] == status
        assert problem["title"]
        assert problem["detail"]
        assert isinstance(problem["params"], dict)
        return status, problem["code"]


def key_in_last_mail() -> str:
    """The key that a mail offers to an app, as its reader would copy it."""
    (line,) = [line for line in str(mail.outbox[-1].body).splitlines() if "to your app: " in line]
    return line.split("to your app: ")[1]
