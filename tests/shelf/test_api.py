"""The solver's endpoints, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from accounts.models import Player
from games.actions import numbers, verdicts
from games.models import Deal, Verdict
from games.models.verdict import Provenance
from tests.api.conftest import anyone, server, sits, table, unhurried
from tests.api.table import Table
from tests.shelf.proved import UNWINNABLE, WINNABLE, stocked

__all__ = ["anyone", "server", "sits", "table", "unhurried"]

LOST = {"kind": "number", "number": UNWINNABLE}


def test_asking_marks_the_game_and_tells_the_word_alone(table: Table) -> None:
    table.deal()
    answer = table.command("winnable")
    assert answer["verdict"] == "winnable"
    assert "hint" not in answer
    assert answer["assisted"]
    assert [event["type"] for event in answer["events"]] == ["assisted"]
    assert table.view()["assisted"]


def test_a_solver_hint_is_a_command_and_leads_to_the_win(table: Table) -> None:
    table.deal()
    while table.view()["status"] == "playing":
        hint = table.command("hint", solve=True)
        table.move(hint["hint"])
    assert table.view()["status"] == "won"
    table.deal(deal=LOST)
    assert table.command("hint", solve=True)["hint"] is None


def test_a_solver_hint_without_an_id_is_refused_and_an_ordinary_one_needs_none(table: Table) -> None:
    game = table.deal()["id"]
    status, code, problem = table.refused("POST", f"games/{game}/hint", {"solve": True})
    assert (status, code, problem["field"]) == (422, "invalid", "after")
    assert table.post(f"games/{game}/hint", {})["hint"]
    assert not table.view()["assisted"]


def test_winnable_only_is_followed_where_the_choice_is_left_out(table: Table) -> None:
    stocked("turn-1", deals=1)
    table("PATCH", "accounts/me", {"preferences": {"winnable_only": True}})
    first = table.post("games", {"rules": "turn-1"})
    assert (first["deal"]["kind"], first["deal"]["verified"], first["practice"]) == ("winnable", "winnable", False)
    second = table.post("games", {"rules": "turn-1"})
    assert (second["deal"]["verified"], second["practice"]) == ("winnable", True)
    assert table.post("games", {"rules": "turn-1", "deal": {"kind": "random"}})["deal"]["verified"] is None


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_a_game_by_difficulty(table: Table, difficulty: str) -> None:
    dealt = table.deal("vegas-3", {"kind": "winnable", "difficulty": difficulty})["deal"]
    assert (dealt["kind"], dealt["verified"], dealt["difficulty"]) == ("winnable", "winnable", difficulty)


def test_custom_rules_get_a_proved_deal_that_counts(table: Table) -> None:
    game = table.deal({"draw": 2, "passes": 5}, {"kind": "winnable"})
    assert (game["deal"]["verified"], game["practice"], game["deal"]["number"]) == ("winnable", False, None)


def test_a_deal_nobody_can_prove_in_time_is_shelf_empty(table: Table, settings: Settings) -> None:
    settings.SHELF_WAIT_MS = 20
    hopeless = {"rules": {"draw": 24, "passes": 1, "worrying_back": False}, "deal": {"kind": "winnable"}}
    assert table.refused("POST", "games", hopeless)[:2] == (503, "shelf_empty")
    assert table.last.headers["Retry-After"] == "30"


def test_the_solution_of_a_game_is_told_once_its_deal_is_open(table: Table) -> None:
    stocked(deals=1)
    table.deal("turn-3", {"kind": "winnable"})
    table.move("draw")
    assert table.refused("GET", f"games/{table.game}/solution")[:2] == (409, "deal_closed")
    table.command("concede")
    told = table.get(f"games/{table.game}/solution")
    assert told["verdict"] == "winnable"
    again = table.deal("turn-3", {"kind": "text", "deck": table.view()["deal"]["deck"]})
    assert again["practice"]
    for start in range(0, told["moves"], settings.LIMIT_BATCH_MOVES):
        table.move(*told["line"][start : start + settings.LIMIT_BATCH_MOVES])
    assert table.view()["status"] == "won"


def test_a_verdict_nobody_knows_is_null_until_a_worker_found_it(table: Table) -> None:
    table.random()
    table.move("draw")
    table.command("concede")
    path = f"games/{table.game}/solution"
    assert table.get(path) == {"verdict": None, "difficulty": None, "moves": None, "line": None}
    verdicts.judge(Verdict.objects.get(provenance=Provenance.ASKED).pk)
    assert table.get(path)["verdict"] in ("winnable", "unwinnable")


def test_a_number_is_told_with_its_verdict_under_each_ruleset(table: Table) -> None:
    told = table.get(f"deals/{WINNABLE}")["verdicts"]
    assert len(told) == 10
    assert told["turn-3"]["verdict"] == told["standard-3"]["verdict"] == "winnable"
    assert set(told["turn-3"]) == {"verdict", "difficulty", "moves"}
    lost = table.get(f"deals/{UNWINNABLE}")["verdicts"]
    assert {verdict["verdict"] for verdict in lost.values()} == {None}
    for row in Verdict.objects.filter(word=None):
        verdicts.judge(row.pk)
    lost = table.get(f"deals/{UNWINNABLE}")["verdicts"]
    assert {verdict["verdict"] for verdict in lost.values()} == {"unwinnable"}


def test_a_number_that_is_known_is_told_in_few_queries(table: Table) -> None:
    table.get(f"deals/{WINNABLE}")
    with CaptureQueriesContext(connection) as queries:
        shown = numbers.show_verdicts(WINNABLE, ask=True)
    assert shown == table.get(f"deals/{WINNABLE}")["verdicts"]
    assert len(queries) == 2


def test_the_line_of_a_number_is_told_under_the_rules_asked_for(table: Table) -> None:
    told = table.get(f"deals/{WINNABLE}/solution?rules=google-hard")
    assert told["verdict"] == "winnable"
    assert len(told["line"]) == told["moves"]
    assert table.refused("GET", f"deals/{WINNABLE}/solution?rules=poker")[:2] == (422, "invalid")


def test_verdicts_asked_in_haste_are_refused_and_known_ones_still_told(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.limits.time", SimpleNamespace(time=lambda: 60_000_000.0))
    table.get(f"deals/{WINNABLE}")
    for number in range(1000, 999 + settings.LIMIT_VERDICTS_PER_MINUTE):
        table.get(f"deals/{number}/solution")
    assert table.refused("GET", "deals/2000/solution")[:2] == (429, "too_many")
    asked = Verdict.objects.filter(word=None).count()
    assert table.get("deals/2000")["verdicts"]["turn-3"]["verdict"] is None
    assert not Deal.objects.filter(number="2000").exists()
    assert table.get(f"deals/{WINNABLE}")["verdicts"]["turn-3"]["verdict"] == "winnable"
    assert Verdict.objects.filter(word=None).count() == asked


def test_operators_alone_see_the_shelves(sits: Callable[..., Table]) -> None:
    stocked(deals=2)
    table = sits()
    assert table.refused("GET", "operator/shelf")[:2] == (403, "forbidden")
    Player.objects.filter(public_id=table.player["id"]).update(is_staff=True)
    shelves = table.get("operator/shelf")["shelves"]
    mine = next(shelf for shelf in shelves if "turn-3" in shelf["rulesets"])
    assert mine["stock"] == mine["winnable"] == 2
