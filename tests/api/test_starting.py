"""Starting a game, and what becomes of the one it takes the place of."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.table import Json, Table


def test_a_new_game_is_shown_as_dealt(table: Table) -> None:
    game = table.random()
    assert table.last.status_code == 201
    assert (game["version"], game["status"], game["moves"], game["practice"]) == (1, "playing", 0, False)
    assert game["player"] == {"id": table.player["id"], "name": table.player["name"]}
    assert game["position"]["stock"] == 24
    assert [column["down"] for column in game["position"]["columns"]] == [0, 1, 2, 3, 4, 5, 6]
    assert game["clock"]["running"] is False
    assert game["deal"]["kind"] == "random"
    assert len(game["deal"]["commitment"]) == 64
    assert "deck" not in game["deal"]
    assert game["can"] == {
        "draw": True,
        "redeal": False,
        "undo": False,
        "undo_refused": "nothing_to_undo",
        "redo": False,
        "finish": False,
    }


def test_a_number_gives_the_same_layout_to_everybody(sits: Callable[..., Table]) -> None:
    one, other = sits(), sits()
    assert one.deal()["position"] == other.deal()["position"]
    assert one.view()["practice"] is True


def test_rules_left_out_are_the_players_preference(table: Table) -> None:
    assert table.post("games")["rules"]["name"] == "turn-3"
    table("PATCH", "accounts/me", {"preferences": {"ruleset": "vegas-1"}})
    assert table.post("games")["rules"]["name"] == "vegas-1"


def test_custom_rules_are_shown_whole(table: Table) -> None:
    rules = table.deal({"draw": 2, "passes": 4, "undo": "none"})["rules"]
    assert (rules["name"], rules["draw"], rules["passes"], rules["undo"]) == ("custom", 2, 4, "none")


@pytest.mark.parametrize("form", ["digits", "cards", "solvitaire", "klondike"])
def test_a_pasted_deck_is_read_in_every_format(table: Table, form: str) -> None:
    position = table.deal()["position"]
    table.command("concede")
    deck = table.get(f"games/{table.game}/export?format={form}")["text"]
    game = table.deal("turn-3", {"kind": "text", "deck": deck})
    assert game["position"] == position
    assert (game["deal"]["kind"], game["practice"]) == ("text", True)


def test_a_new_game_settles_the_one_of_its_ruleset_as_lost_if_a_move_was_made(table: Table) -> None:
    first = table.random()["id"]
    table.move("draw")
    second = table.random()["id"]
    other_rules = table.random("turn-1")["id"]
    table.random()
    ends = {id: table.get(f"games/{id}") for id in (first, second, other_rules)}
    assert [(game["status"], game["ended_by"]) for game in ends.values()] == [
        *[("lost", "replaced"), ("void", "void"), ("playing", None)]
    ]


def test_a_game_that_is_kept_stays_open_as_practice(table: Table) -> None:
    kept = table.random()["id"]
    table.move("draw")
    table.random(keep=True)
    game = table.get(f"games/{kept}")
    assert (game["status"], game["practice"]) == ("playing", True)


def test_a_game_replaces_the_one_it_names(table: Table) -> None:
    old = table.random("turn-1")["id"]
    table.move("draw")
    table.random("turn-3", replaces=old)
    assert table.get(f"games/{old}")["ended_by"] == "replaced"
    assert table.refused("POST", "games", {"replaces": "nobodysgame1"})[:2] == (404, "not_found")


def test_a_start_sent_five_times_at_once_deals_one_game(table: Table) -> None:
    def start(_: int) -> Json:
        answer: Json = table.http.post("games", json={"rules": "turn-1", "id": "start"}).json()
        return answer

    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(start, range(5)))
    assert len({answer["id"] for answer in answers}) == 1
    assert sorted(answer.pop("repeated", False) for answer in answers) == [False, True, True, True, True]
    for answer in answers:
        answer.pop("latest_version", None)
        answer["clock"].pop("server_time")
    assert all(answer == answers[0] for answer in answers)
    assert len(table.get("games")["items"]) == 1


def test_a_repeated_start_shows_the_deal_and_says_how_far_the_game_is(table: Table) -> None:
    first = table.random(id="start")
    table.move("draw")
    again = table.random(id="start")
    assert (again["repeated"], again["latest_version"], again["version"]) == (True, 2, 1)
    assert again["position"] == first["position"]
    body = {"rules": "turn-1", "deal": {"kind": "random"}, "id": "start"}
    assert table.refused("POST", "games", body)[:2] == (409, "id_reused")


def test_a_restart_is_the_same_deal_as_practice(table: Table) -> None:
    first = table.random()
    table.move("draw")
    again = table.post(f"games/{table.game}/restart", {"after": 2, "id": "r"})
    assert table.last.status_code == 201
    assert again["id"] != first["id"]
    assert again["position"] == first["position"]
    assert again["practice"] is True
    assert table.view()["ended_by"] == "restarted"
    repeated = table.post(f"games/{table.game}/restart", {"after": 2, "id": "r"})
    assert (repeated["id"], repeated["repeated"]) == (again["id"], True)


def test_a_restart_before_the_first_move_is_the_same_game(table: Table) -> None:
    game = table.random()["id"]
    assert table.post(f"games/{game}/restart", {"after": 1, "id": "r"})["id"] == game


def test_a_restart_of_a_game_that_has_moved_on_is_stale(table: Table) -> None:
    table.random()
    table.move("draw")
    status, code, problem = table.refused("POST", f"games/{table.game}/restart", {"after": 1, "id": "r"})
    assert (status, code, problem["version"]) == (409, "stale", 2)
    assert table.view()["status"] == "playing"


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"rules": "whist"}, "invalid", "rules"),
        ({"rules": 3}, "invalid", "rules"),
        ({"rules": {"draw": 25}}, "invalid", "rules.draw"),
        ({"rules": {"name": []}}, "invalid", "rules.name"),
        ({"rules": {"undo": {}}}, "invalid", "rules.undo"),
        ({"rules": {"jokers": 2}}, "invalid", "rules.jokers"),
        ({"rules": {"draw": 3, "direct_from_stock": True}}, "invalid", "rules.direct_from_stock"),
        ({"deal": {"kind": "stacked"}}, "invalid", "deal.kind"),
        ({"deal": {}}, "invalid", "deal.kind"),
        ({"deal": "random"}, "invalid", "deal"),
        ({"deal": {"kind": "number"}}, "invalid", "deal.number"),
        ({"deal": {"kind": "number", "number": "18446744073709551616"}}, "invalid", "deal.number"),
        ({"deal": {"kind": "number", "number": "-1"}}, "invalid", "deal.number"),
        ({"deal": {"kind": "number", "number": 1}}, "invalid", "deal.number"),
        ({"deal": {"kind": "random", "number": "1"}}, "invalid", "deal.number"),
        ({"deal": {"kind": "text"}}, "invalid", "deal.deck"),
        ({"deal": {"kind": "text", "deck": "AS AS"}}, "not_a_deal", "deal.deck"),
        ({"deal": {"kind": "text", "deck": "011" * 52}}, "not_a_deal", "deal.deck"),
        ({"deal": {"kind": "text", "deck": "{}"}}, "not_a_deal", "deal.deck"),
        ({"deal": {"kind": "text", "deck": "[" * 9_000}}, "not_a_deal", "deal.deck"),
        ({"keep": "yes"}, "invalid", "keep"),
        ({"replaces": "\x00"}, "invalid", "replaces"),
        ({"id": ""}, "invalid", "id"),
        ({"id": "x" * 65}, "invalid", "id"),
        ({"id": "a\nb"}, "invalid", "id"),
        ({"id": "\ud800"}, "invalid", "id"),
        ({"cheat": True}, "invalid", "cheat"),
        ([], "invalid", ""),
        ("turn-3", "invalid", ""),
    ],
)
def test_a_start_that_is_not_understood_deals_nothing(table: Table, body: object, code: str, field: str | None) -> None:
    status, found, problem = table.refused("POST", "games", body)
    assert (status, found) == (422, code)
    assert problem.get("field") == field
    assert table.get("games")["items"] == []


@pytest.mark.parametrize("code", ["AAAAAAAA", "AAAA", "A-A 0", "ÄÄÄÄÄÄÄÄ"])
def test_an_unknown_code_is_said_to_be_none(table: Table, code: str) -> None:
    asked = [
        (table.refused("GET", f"deals/codes/{code}"), "No shared deal has this code."),
        (table.refused("POST", "games", {"deal": {"kind": "code", "code": code}}), "No shared deal has this code."),
        (table.refused("GET", f"races/codes/{code}"), "No race has this code."),
        (table.refused("POST", "races/join", {"code": code}), "No race has this code."),
    ]
    for (status, kind, problem), sentence in asked:
        assert (status, kind, problem["detail"]) == (404, "not_found", sentence)
