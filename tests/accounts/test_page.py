"""A page signs in by cookie, and proves with each change that it is the page."""

from __future__ import annotations

import pytest
from django.conf import settings
from rest_framework.test import APIClient

from tests.accounts.device import PASSWORD, Device

pytestmark = pytest.mark.django_db
COOKIE = settings.SESSION_COOKIE_NAME


@pytest.fixture
def page(db: None) -> Device:
    """A browser: keeps cookies, and Django's CSRF check is not waved through as for other test clients."""
    page = Device()
    page.http = APIClient(enforce_csrf_checks=True)
    return page


def proof(page: Device) -> dict[str, str]:
    return {"x-csrftoken": page.http.cookies["csrftoken"].value}


def test_a_page_asks_for_a_cookie_and_sees_no_token(page: Device) -> None:
    status, answer = page("POST", "guest", {"cookie": True})
    assert (status, answer["token"]) == (201, None)
    cookie = page.http.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert page("GET", "me") == (200, answer["player"])


def test_who_asks_for_no_cookie_gets_none(page: Device) -> None:
    page("POST", "guest")
    assert COOKIE not in page.http.cookies


def test_a_cookie_changes_nothing_without_proof_of_the_page(page: Device) -> None:
    page("POST", "guest", {"cookie": True})
    assert page.refused("PATCH", "me", {"avatar": "king"}) == (403, "csrf")
    assert page("PATCH", "me", {"avatar": "king"}, **proof(page))[1]["avatar"] == "king"


def test_a_page_of_another_origin_is_refused(page: Device) -> None:
    page("POST", "guest", {"cookie": True})
    foreign = {**proof(page), "origin": "https://evil.example"}
    assert page.refused("PATCH", "me", {"avatar": "king"}, **foreign) == (403, "origin")


def test_a_token_overrides_a_cookie_and_needs_no_proof(page: Device) -> None:
    page("POST", "guest", {"cookie": True})
    other = Device()
    mary = other.signs("guest")
    page.token = other.token
    assert page("PATCH", "me", {"avatar": "king"})[1]["id"] == mary["id"]
    page.token = "ended"
    assert page.refused("GET", "me") == (401, "session_ended")


def test_a_new_session_goes_where_the_old_one_was(page: Device) -> None:
    page("POST", "guest", {"cookie": True})
    before = page.http.cookies[COOKIE].value
    joe = {"name": "Joe", "email": "joe@example.org", "password": PASSWORD}
    status, answer = page("POST", "upgrade", joe, **proof(page))
    assert (status, answer["token"]) == (200, None)
    assert page.http.cookies[COOKIE].value != before
    assert page("GET", "me")[1]["name"] == "Joe"


def test_signing_out_takes_the_cookie_away(page: Device) -> None:
    page("POST", "guest", {"cookie": True})
    assert page("DELETE", "session", **proof(page)) == (204, None)
    assert page.http.cookies[COOKIE].value == ""


def test_an_ended_cookie_does_not_keep_one_from_signing_in(page: Device) -> None:
    page.http.cookies[COOKIE] = "0" * 32
    assert page.refused("GET", "me") == (401, "session_ended")
    assert page("POST", "guest", {"cookie": True})[0] == 201
    assert page("GET", "me")[0] == 200
