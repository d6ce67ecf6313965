"""However much there is, a page costs the same number of queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client() -> APIClient:
    """In this process and on this connection, so that its queries can be counted."""
    client = APIClient()
    welcome = client.post("/api/v1/accounts/guest", {}).json()
    client.credentials(HTTP_X_SESSION_TOKEN=welcome["token"])
    return client


def deal(client: APIClient, rules: str = "turn-3", kind: str = "number") -> dict[str, Any]:
    choice = {"kind": kind} | ({"number": "1"} if kind == "number" else {})
    game: dict[str, Any] = client.post("/api/v1/games", {"rules": rules, "deal": choice}).json()
    return game


def queries(ask: Callable[[], Any]) -> int:
    ask()  # the first time fills caches of Django's own
    with CaptureQueriesContext(connection) as asked:
        response = ask()
    assert response.status_code == 200, response.content
    return len(asked)


def test_the_list_of_games(client: APIClient) -> None:
    deal(client)
    few = queries(lambda: client.get("/api/v1/games?limit=100"))
    for _ in range(10):
        deal(client)
    assert queries(lambda: client.get("/api/v1/games?limit=100")) == few == 3


@pytest.mark.parametrize(
    ("path", "most"),
    [("", 3), ("/events?after=1", 4), ("/events?after=9", 3), ("/replay", 4), ("/legal-moves", 3), ("/export", 4)],
)
def test_a_game_of_any_length(client: APIClient, path: str, most: int) -> None:
    game = deal(client)["id"]

    def play(after: int, count: int) -> None:
        body = {"moves": ["draw"] * count, "after": after, "id": f"a{after}"}
        assert client.post(f"/api/v1/games/{game}/moves", body).status_code == 200

    play(1, 1)
    short = queries(lambda: client.get(f"/api/v1/games/{game}{path}"))
    play(2, 7)
    assert queries(lambda: client.get(f"/api/v1/games/{game}{path}")) <= max(short, most)
    assert short <= most


def test_a_record_over_all_rulesets(client: APIClient) -> None:
    def settle(rules: str) -> None:
        game = deal(client, rules, "random")["id"]
        client.post(f"/api/v1/games/{game}/moves", {"move": "draw", "after": 1, "id": "a"})
        client.post(f"/api/v1/games/{game}/concede", {"after": 2, "id": "b"})

    settle("turn-3")
    one = queries(lambda: client.get("/api/v1/accounts/me/statistics"))
    for rules in ("turn-1", "vegas-1", "classic-3"):
        settle(rules)
    assert queries(lambda: client.get("/api/v1/accounts/me/statistics")) == one


@pytest.mark.full
def test_a_move_after_a_move_is_one_statement(client: APIClient) -> None:
    game = deal(client)["id"]
    number = iter(range(1, 10))

    def move() -> Any:
        after = next(number)
        return client.post(f"/api/v1/games/{game}/moves", {"move": "draw", "after": after, "id": f"m{after}"})

    assert queries(move) == 1
