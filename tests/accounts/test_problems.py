"""Whatever goes wrong, on any path, the answer is a problem document."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import handlers
from accounts.problems import Busy, NameTaken, Problem, TooMany
from tests.accounts.device import Device


def refuse(request: HttpRequest, kind: str) -> HttpResponse:
    raise {"denied": PermissionDenied, "odd": SuspiciousOperation, "broken": ZeroDivisionError}[kind]


class Overloaded(APIView):
    authentication_classes = permission_classes = ()

    def get(self, request: Request) -> Response:
        raise OperationalError("too many connections")


urlpatterns = [
    path("raise/overload", Overloaded.as_view()),
    path("raise/<kind>", refuse),
    path("", include("klondike_service.urls")),
]
handler400, handler403 = handlers.bad_request, handlers.forbidden
handler404, handler500 = handlers.not_found, handlers.server_error


@pytest.mark.urls("tests.accounts.test_problems")
@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/nowhere", 404, "not_found"),
        ("/api/v1/accounts/nowhere", 404, "not_found"),
        ("/api/v1/accounts/sessions/0OIl", 404, "not_found"),
        ("/api/v1/accounts/sessions/%00", 404, "not_found"),
        ("/raise/denied", 403, "forbidden"),
        ("/raise/odd", 400, "bad_request"),
        ("/raise/broken", 500, "internal"),
        ("/raise/overload", 503, "busy"),
    ],
)
def test_every_page_that_fails_fails_with_a_problem(address: str, status: int, code: str) -> None:
    answer = Client(raise_request_exception=False).get(address)
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["status"], answer.json()["code"]) == (status, status, code)


@pytest.mark.urls("tests.accounts.test_problems")
def test_who_finds_the_service_busy_is_told_when_to_come_again() -> None:
    answer = Client().get("/raise/overload")
    assert (answer["Retry-After"], answer.json()["retry_after_ms"]) == ("1", 1000)
    assert Busy().headers["Retry-After"] == "1"


def test_both_slash_forms_answer(guest: Device) -> None:
    assert guest("GET", "me/") == guest("GET", "me")
    (session,) = guest("GET", "sessions/")[1]["items"]
    assert guest.refused("GET", "me//") == (404, "not_found")
    assert guest("DELETE", f"sessions/{session['id']}/")[0] == 204


def test_a_host_that_is_not_ours_is_refused_with_a_problem() -> None:
    answer = Client(headers={"host": "evil.example"}).get("/api/v1/accounts/me")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_a_form_without_its_csrf_token_is_refused_with_a_problem(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "x"})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


def test_a_method_that_is_not_there_says_which_are(device: Device) -> None:
    assert device.refused("PUT", "guest") == (405, "method_not_allowed")
    assert device.last.json()["params"] == {"method": "PUT"}
    assert device.last["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff", b'{"cookie": NaN}', b'{"cookie": Infinity}', b"[" * 60_000, b'{"a": ' * 9000, b"1" * 5000],
)
def test_a_body_that_is_no_json_is_malformed(body: bytes, db: None) -> None:
    answer = Client().post("/api/v1/accounts/guest", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert answer["Content-Type"] == "application/problem+json"


def test_a_body_is_64_kib_at_most(device: Device, db: None) -> None:
    assert device.refused("POST", "guest", {"cookie": "x" * 65_536}) == (413, "too_large")
    assert device.last.json()["params"] == {"limit": 65_536}
    assert device.refused("POST", "guest", {"cookie": "x" * 65_000}) == (422, "invalid")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_a_body_of_another_kind_is_refused(kind: str, db: None) -> None:
    answer = Client().post("/api/v1/accounts/guest", b"a=b", content_type=kind)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_an_answer_of_another_kind_cannot_be_had(device: Device) -> None:
    assert device.refused("GET", "me", accept="text/html") == (406, "not_acceptable")


def test_params_fill_the_sentence_and_extra_members_stand_beside_it() -> None:
    document = NameTaken(params={"name": "Joe"}, extra={"field": "name"}).document()
    assert document == {
        "type": "urn:klondike:problem:name_taken",
        "title": "Name taken",
        "status": 409,
        "detail": "The name Joe is taken.",
        "code": "name_taken",
        "params": {"name": "Joe"},
        "field": "name",
    }


def test_a_code_from_elsewhere_makes_a_problem_too() -> None:
    stale = Problem(
        "The game went on.", status=409, code="stale", title="Stale", params={"after": 3}, extra={"version": 5}
    )
    assert (stale.document()["code"], stale.document()["version"]) == ("stale", 5)
    assert str(stale) == "The game went on."


def test_an_extra_member_hides_none_of_the_problem() -> None:
    assert Problem(extra={"code": "mine"}).document()["code"] == "internal"


@pytest.mark.parametrize(("milliseconds", "seconds"), [(1, "1"), (1000, "1"), (1001, "2"), (3_600_000, "3600")])
def test_retry_after_never_says_too_early(milliseconds: int, seconds: str) -> None:
    assert TooMany(milliseconds).headers["Retry-After"] == seconds


def test_every_problem_has_a_code_and_a_sentence_of_its_own() -> None:
    kinds = Problem.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert len({kind.__doc__ for kind in kinds}) == len(kinds)
