"""What is too much, too often or too old."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from pytest_django.fixtures import Settings

from games.api.bucket import InProcess, bucket
from tests.api.table import Table, refusal


def test_a_batch_has_at_most_200_moves(table: Table) -> None:
    table.deal()
    status, code, problem = table.refused_command("moves", moves=["draw"] * 201)
    assert (status, code, problem["params"]) == (413, "too_large", {"limit": 200})
    assert table.view()["version"] == 1


def test_an_import_has_at_most_5000_moves(table: Table) -> None:
    table.deal()
    assert table.refused_command("import", moves=["draw"] * 5_001)[:2] == (413, "too_large")
    assert table.refused_command("import", moves="DR24 " * 209)[:2] == (413, "too_large")
    assert table.view()["version"] == 1


def test_a_body_has_at_most_64_kib(table: Table) -> None:
    table.deal()
    assert table.refused_command("moves", move="draw" * 20_000)[:2] == (413, "too_large")


def test_a_log_has_an_end(table: Table, settings: Settings) -> None:
    settings.LIMIT_GAME_EVENTS = 5
    table.deal()
    table.move("draw", "draw", "draw", "draw")
    assert table.refused_command("moves", move="draw")[:2] == (409, "log_full")
    assert table.command("concede")["status"] == "lost"


def test_a_player_who_commands_too_fast_is_told_when_to_go_on(table: Table, settings: Settings) -> None:
    settings.LIMIT_COMMANDS_PER_SECOND = 5
    bucket.cache_clear()
    table.deal()
    answers = [
        table.http.post(f"games/{table.game}/moves", json={"move": "draw", "after": number, "id": f"m{number}"})
        for number in range(1, 9)
    ]
    assert answers[0].headers["RateLimit-Policy"] == '"commands";q=5;w=1'
    assert answers[0].headers["RateLimit"].startswith('"commands";r=')
    status, code, problem = refusal(answers[-1])
    assert (status, code) == (429, "too_many")
    assert 0 < problem["retry_after_ms"] <= 1000
    assert answers[-1].headers["Retry-After"] == "1"


def test_a_bucket_fills_as_time_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("games.api.bucket.time.monotonic", lambda: now)
    tokens = InProcess(per_second=4)
    assert [tokens.take(1) for _ in range(5)] == [(3, 0), (2, 0), (1, 0), (0, 0), (0, 250)]
    assert tokens.take(2) == (3, 0)
    now += 0.25
    assert tokens.take(1) == (0, 0)
    now += 10
    assert tokens.take(1) == (3, 0)


def test_an_old_client_is_told_to_update(table: Table, settings: Settings) -> None:
    settings.CLIENT_VERSION_MINIMUM = 3
    table.get("games", **{"X-Client-Version": "3"})
    table.get("games")
    status, code, problem = table.refused("GET", "games", **{"X-Client-Version": "2"})
    assert (status, code, problem["minimum"]) == (426, "client_outdated", 3)
    assert table.refused("GET", "games", **{"X-Client-Version": "1.2"})[:2] == (422, "invalid")


def test_an_address_that_guesses_codes_is_stopped_and_right_ones_are_not_counted(
    table: Table, anyone: httpx.Client
) -> None:
    table.random()
    code = table.command("share")["code"]
    for _ in range(12):
        assert anyone.get(f"deals/codes/{code}").status_code == 200
    for number in range(10):
        assert refusal(anyone.get(f"deals/codes/AAAAAAA{'ABCDEFGHJK'[number]}"))[:2] == (404, "not_found")
    assert refusal(anyone.get(f"deals/codes/{code}"))[:2] == (429, "too_many")
    assert table.refused("POST", "games", {"deal": {"kind": "code", "code": code}})[:2] == (429, "too_many")


@pytest.mark.full
def test_processes_share_the_buckets(settings: Settings, sits: Callable[..., Table]) -> None:
    settings.LIMIT_COMMANDS_PER_SECOND = 3
    bucket.cache_clear()
    one = bucket()
    bucket.cache_clear()
    other = bucket()
    assert one is not other
    assert [one.take(7)[0], other.take(7)[0], one.take(7)[0]] == [2, 1, 0]
    assert other.take(7)[1] > 0
