"""The OpenAPI document says what the endpoints do."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.urls import urlpatterns


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    document: dict[str, Any] = Client().get("/api/v1/schema").json()
    return document


def operations(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        f"{verb.upper()} {path.removeprefix('/api/v1/accounts/')}": operation
        for path, verbs in schema["paths"].items()
        if path.startswith("/api/v1/accounts/")
        for verb, operation in verbs.items()
    }


def test_every_endpoint_is_described(schema: dict[str, Any]) -> None:
    paths = {name.split()[1] for name in operations(schema)}
    assert paths >= {str(route.pattern).replace("<id:session>", "{session}") for route in urlpatterns}
    assert all(operation["summary"] for operation in operations(schema).values())


def test_every_refusal_is_a_problem_document(schema: dict[str, Any]) -> None:
    for operation in operations(schema).values():
        refusals = [answer for status, answer in operation["responses"].items() if status >= "400"]
        assert refusals
        for answer in refusals:
            assert list(answer["content"]) == ["application/problem+json"]
            assert answer["description"]


def test_what_needs_a_session_says_so(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema).items():
        private = "401" in operation["responses"]
        assert private == ({"token": []} in operation.get("security", [])), name
    assert "401" not in operations(schema)["POST session"]["responses"]
    assert "401" in operations(schema)["DELETE session"]["responses"]


def test_a_body_that_takes_no_other_fields_says_so(schema: dict[str, Any]) -> None:
    bodies = schema["components"]["schemas"]
    assert bodies["SignInRequest"]["additionalProperties"] is False
    assert bodies["PreferencesRequest"]["additionalProperties"] is False
    assert "additionalProperties" not in bodies["Preferences"]
