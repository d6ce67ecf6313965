"""Whatever the OpenAPI document lets one send, and much that it doesn't: no 5xx, and answers as it says.

SCHEMA_EXAMPLES=200 looks longer at each operation.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.table import Table

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "4"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


def tokens(count: int) -> list[str]:
    """Sessions of new guests, past the limit of an address."""
    from accounts.actions import guests

    return [guests.welcome("a test")[1].pk for _ in range(count)]


def games(server: str, token: str) -> list[str]:
    """One in each state a game can be in."""
    table = Table(httpx.Client(base_url=f"{server}/api/v1/", headers={"X-Session-Token": token}), {})
    ids = []
    for verbs in ([], ["pause"], ["concede"], ["undo"], ["share"]):
        ids.append(table.random("vegas-1" if verbs else "turn-3", keep=True)["id"])
        table.move("draw")
        for verb in verbs:
            table.command(verb)
    table.http.close()
    return ids


def operations(server: str) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{server}/api/v1/schema")
    found: list[Any] = list(schema.get_all_operations())
    return [result.ok() for result in found]


def attack(operation: Any, token: str, ids: list[str]) -> None:
    @given(case=operation.as_strategy(), known=st.sampled_from(ids), truly=st.integers(0, 4))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def run(case: Any, known: str, truly: int) -> None:
        if truly and "game" in case.path_parameters:
            case.path_parameters["game"] = known
        if truly and isinstance(case.body, dict) and "after" in case.body:
            case.body["after"] = 2
        if "wait_s" in case.query:
            case.query["wait_s"] = 0
        case.call_and_validate(headers={"X-Session-Token": token}, checks=CHECKS)

    run()


@pytest.mark.full
def test_no_request_breaks_the_service_or_gets_an_answer_that_was_not_announced(
    server: str, transactional_db: None
) -> None:
    found = operations(server)
    assert len(found) > 40
    faults = []
    for operation, token in zip(found, tokens(len(found)), strict=True):
        ids = games(server, token) if "{game}" in operation.path else [""]
        try:
            attack(operation, token, ids)
        except (Exception, FailureGroup) as fault:
            faults.append(f"{operation.label}: {fault}")
    assert faults == [], "\n\n".join(faults)


def test_every_operation_shows_its_answer_and_its_refusals(anyone: httpx.Client, sits: Callable[..., Table]) -> None:
    document = anyone.get("schema").json()
    assert document["openapi"].startswith("3.1")
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            assert operation["summary"], f"{verb} {path}"
            statuses = set(operation["responses"])
            assert any(status < "400" for status in statuses), f"{verb} {path}"
            refusals = [answer for status, answer in operation["responses"].items() if status >= "400"]
            assert refusals, f"{verb} {path}"
            assert all(list(answer["content"]) == ["application/problem+json"] for answer in refusals), f"{verb} {path}"


def test_the_page_of_the_document_loads_nothing_from_elsewhere(server: str, transactional_db: None) -> None:
    page = httpx.get(f"{server}/api/docs/").text
    assert "swagger-ui-bundle" in page
    assert "//cdn" not in page
    scripts = [line.split('src="')[1].split('"')[0] for line in page.splitlines() if '<script src="' in line]
    assert scripts
    for script in scripts:
        assert script.startswith("/")
        assert httpx.get(f"{server}{script}").status_code == 200
