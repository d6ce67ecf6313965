"""Deals apart from games, and what the service says of itself."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from games.klondike.shuffle import number_seed
from tests.api.table import Table, refusal


def test_a_number_shows_its_layout_and_how_it_was_played(sits: Callable[..., Table], anyone: httpx.Client) -> None:
    one, other = sits(), sits()
    for table in (one, other):
        table.deal("turn-1", {"kind": "number", "number": "0617"})
        table.move("draw")
        table.command("concede")
    deal = anyone.get("deals/617").json()
    assert deal["number"] == "617"
    assert deal["deck"] == one.view()["deal"]["deck"]
    assert [column["down"] for column in deal["position"]["columns"]] == [0, 1, 2, 3, 4, 5, 6]
    assert deal["played"] == [{"ruleset": "turn-1", "plays": 2, "wins": 0}]


@pytest.mark.parametrize("path", ["deals/18446744073709551616", "deals/-1", "deals/1e3"])
def test_what_names_no_deal_is_not_found(anyone: httpx.Client, path: str) -> None:
    assert refusal(anyone.get(path))[:2] == (404, "not_found")


def test_a_seed_proves_its_deck_and_commitment(anyone: httpx.Client) -> None:
    seed = number_seed(617).hex()
    proof = anyone.post("deals/verify", json={"seed": seed, "context": "game:x:turn-3"}).json()
    assert proof["deck"] == anyone.get("deals/617").json()["deck"]
    assert len(proof["commitment"]) == 64


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"context": "x"}, "seed"),
        ({"seed": "00" * 32}, "context"),
        ({"seed": "0" * 63, "context": "x"}, "seed"),
        ({"seed": "zz" * 32, "context": "x"}, "seed"),
        ({"seed": "00" * 32 + "\n", "context": "x"}, "seed"),
        ({"seed": 7, "context": "x"}, "seed"),
        ({"seed": "00" * 32, "context": "x" * 101}, "context"),
        ({"seed": "00" * 32, "context": "x", "deck": ""}, "deck"),
    ],
)
def test_a_proof_that_is_not_understood_is_refused(anyone: httpx.Client, body: object, field: str) -> None:
    status, code, problem = refusal(anyone.post("deals/verify", json=body))
    assert (status, code, problem["field"]) == (422, "invalid", field)


def test_the_root_tells_versions_limits_and_rulesets(server: str, anyone: httpx.Client) -> None:
    for path in ("/api/v1", "/api/v1/"):
        root = httpx.get(f"{server}{path}").json()
        assert root["versions"] == {"api": 1, "rules": 1, "events": 1, "scoring": 1, "client_minimum": 0}
        assert root["limits"]["batch_moves"] == 200
        assert [rules["name"] for rules in root["rulesets"]][:2] == ["google-easy", "google-hard"]
        assert root["default_ruleset"] == "turn-3"


def test_both_slash_forms_answer(table: Table) -> None:
    game = table.post("games/")["id"]
    table.get(f"games/{game}/")
    table.post(f"games/{game}/moves/", {"move": "draw", "after": 1, "id": "a"})
    assert table.get("games/")["items"][0]["version"] == 2
    assert table.http.get("deals/1/").status_code == 200


def test_every_path_refuses_with_a_problem_document(table: Table) -> None:
    assert table.refused("GET", "nothing-here")[:2] == (404, "not_found")
    status, code, _ = table.refused("PUT", "games")
    assert (status, code, table.last.headers["Allow"]) == (405, "method_not_allowed", "GET, POST, HEAD, OPTIONS")
    assert table.refused("GET", "games", Accept="text/html")[:2] == (406, "not_acceptable")


def test_any_page_may_call_without_its_cookies(table: Table) -> None:
    table.get("games", Origin="https://elsewhere.example")
    assert table.last.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in table.last.headers


def test_a_large_answer_is_compressed(table: Table) -> None:
    table.deal()
    table.view()
    assert table.last.headers["Content-Encoding"] == "gzip"
    for unwanted in ("gzip;q=0", "br, gzip; q=0.000, *"):
        table.get(f"games/{table.game}", **{"Accept-Encoding": unwanted})
        assert "Content-Encoding" not in table.last.headers
