"""Reading games: the list, what happened since, replays, exports; one's own and others'."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

import httpx
import pytest

from tests.api.table import Json, Table, refusal

WINNING = """
    5-4 4-6x2 5-f 3-5 5-2x2 2-4x3 3-2 1-f 4-f draw draw w-2 draw w-3 4-3x3 draw w-2 draw draw w-1 draw w-f 4-f 3-f 5-f
    4-f 7-f 7-4 7-6 7-f 7-2 7-f 7-f w-6 draw draw w-1 6-1x5 draw w-f 5-f draw w-1 draw draw w-1 draw draw draw w-5 draw
    w-4 w-4 6-4 6-f 6-f 6-f 1-f w-1 draw w-f 3-f 1-f draw draw w-7 draw draw w-5 draw w-f 6-f 2-f 2-f 4-f draw w-f 3-f
    1-f 3-f 1-f 3-f 1-f 1-f 2-f w-2 w-f w-f w-f w-f
"""


def test_the_list_is_newest_first_and_goes_on_by_cursor(table: Table) -> None:
    ids = [table.deal()["id"] for _ in range(5)][::-1]
    first = table.get("games?limit=2")
    second = table.get(f"games?limit=2&cursor={first['next']}")
    third = table.get(f"games?limit=2&cursor={second['next']}")
    pages = [[game["id"] for game in page["items"]] for page in (first, second, third)]
    assert pages == [ids[:2], ids[2:4], ids[4:]]
    assert third["next"] is None
    assert table.refused("GET", "games?cursor=nobodysgame1")[2]["field"] == "cursor"


def test_the_list_holds_my_games_by_status_and_rules(sits: Callable[..., Table]) -> None:
    mine, other = sits(), sits()
    other.deal()
    lost = mine.deal("turn-1")["id"]
    mine.command("concede")
    playing = mine.deal("turn-3")["id"]
    assert [game["id"] for game in mine.get("games")["items"]] == [playing, lost]
    assert [game["id"] for game in mine.get("games?status=lost")["items"]] == [lost]
    assert [game["id"] for game in mine.get("games?rules=turn-3")["items"]] == [playing]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        *[("limit=0", "limit"), ("limit=101", "limit"), ("limit=x", "limit"), ("status=stuck", "status")],
        *[("rules=whist", "rules"), ("cursor=%00", "cursor"), ("sort=asc", "sort")],
    ],
)
def test_a_list_that_is_not_understood_is_refused(table: Table, query: str, field: str) -> None:
    status, code, problem = table.refused("GET", f"games?{query}")
    assert (status, code, problem["field"]) == (422, "invalid", field)


def test_a_game_put_away_is_given_up_and_leaves_the_list(table: Table) -> None:
    game = table.random()["id"]
    table.move("draw")
    table("DELETE", f"games/{game}")
    assert table.last.status_code == 204
    assert table.get("games")["items"] == []
    assert table.view()["ended_by"] == "conceded"
    table("DELETE", f"games/{game}")
    untouched = table.random()["id"]
    table("DELETE", f"games/{untouched}")
    assert table.view()["status"] == "void"


def test_what_is_not_mine_is_not_found(sits: Callable[..., Table]) -> None:
    mine, other = sits(), sits()
    game = mine.random()["id"]
    paths = ["", "/events", "/replay", "/legal-moves", "/export"]
    for path in paths:
        assert other.refused("GET", f"games/{game}{path}")[:2] == (404, "not_found")
        assert other.refused("GET", f"games/nobodysgame1{path}")[:2] == (404, "not_found")
    assert other.refused("DELETE", f"games/{game}")[:2] == (404, "not_found")
    bodies: dict[str, Json] = {"moves": {"move": "draw"}, "auto": {"pile": "1"}, "import": {"moves": "D"}}
    verbs = "moves undo redo auto finish pause resume concede restart share import hint".split()
    for verb in verbs:
        body = {"after": 1, "id": "x", **bodies.get(verb, {})}
        assert other.refused("POST", f"games/{game}/{verb}", body)[:2] == (404, "not_found")
    assert mine.view()["version"] == 1


def test_without_a_session_there_is_no_game(table: Table, anyone: httpx.Client) -> None:
    game = table.deal()["id"]
    assert refusal(anyone.get(f"games/{game}"))[:2] == (401, "no_session")
    ended = anyone.get(f"games/{game}", headers={"X-Session-Token": "x" * 32})
    assert refusal(ended)[:2] == (401, "session_ended")


def test_a_finished_game_is_readable_by_others_unless_its_player_is_private(sits: Callable[..., Table]) -> None:
    mine, other = sits("Ada"), sits()
    game = mine.random()["id"]
    mine.move("draw")
    mine.command("concede")
    seen = other.get(f"games/{game}")
    assert (seen["player"]["name"], seen["status"]) == ("Ada", "lost")
    assert len(seen["deal"]["deck"]) == 104
    assert other.get(f"games/{game}/replay")["deal"]["deck"] == seen["deal"]["deck"]
    assert other.refused("POST", f"games/{game}/hint")[:2] == (404, "not_found")
    mine("PATCH", "accounts/me", {"preferences": {"public_profile": False}})
    assert other.refused("GET", f"games/{game}")[:2] == (404, "not_found")
    mine("PATCH", "accounts/me", {"preferences": {"public_profile": True}})
    mine("DELETE", "accounts/me", {})
    assert other.get(f"games/{game}")["player"]["name"] == "Deleted player"


def test_a_shared_deal_stays_closed_until_its_own_game_is_over(sits: Callable[..., Table]) -> None:
    mine, other = sits(), sits()
    mine.random()
    mine.move("draw")
    code = mine.command("share")["code"]
    assert mine.view()["practice"] is True
    game = other.deal(deal={"kind": "code", "code": code.lower()})
    assert (game["practice"], game["deal"]["code"]) == (True, code)
    other.move("draw")
    other.command("concede")
    assert "deck" not in other.view()["deal"]
    assert other.refused("GET", f"games/{other.game}/export?format=digits")[:2] == (409, "deal_closed")
    assert mine.refused("GET", f"games/{other.game}")[:2] == (404, "not_found")
    mine.command("concede")
    assert len(other.view()["deal"]["deck"]) == 104


def test_a_code_tells_rules_and_record_and_no_card(table: Table, anyone: httpx.Client) -> None:
    table.random("turn-1")
    shared = table.command("share")
    assert table.command("share")["code"] == shared["code"]
    assert shared["link"].endswith(f"/d/{shared['code']}")
    table.deal(deal={"kind": "code", "code": shared["code"]})
    table.move("draw")
    table.command("concede")
    told = anyone.get(f"deals/codes/{shared['code']}").json()
    assert told.pop("rules")["name"] == "turn-1"
    assert told == {
        "code": shared["code"],
        "link": shared["link"],
        "verified": None,
        "difficulty": None,
        "ruleset": "turn-1",
        "plays": 1,
        "wins": 0,
    }


def test_a_code_for_a_proved_deal_shows_its_badge(table: Table, anyone: httpx.Client) -> None:
    table.deal(deal={"kind": "winnable"}, rules="turn-1")
    dealt = table.view()["deal"]
    told = anyone.get(f"deals/codes/{table.command('share')['code']}").json()
    assert (told["verified"], told["difficulty"]) == ("winnable", dealt["difficulty"])


def test_events_come_since_the_number_one_has_seen(table: Table) -> None:
    table.deal()
    table.move("draw", "draw")
    table.command("undo")
    since = table.get(f"games/{table.game}/events?after=2")
    assert (since["after"], since["version"]) == (2, 4)
    assert [(event["number"], event["type"]) for event in since["events"]] == [(3, "move"), (4, "undo")]
    assert since["position"] == table.view()["position"]
    whole = table.get(f"games/{table.game}/events")
    assert [event["type"] for event in whole["events"]] == ["deal", "move", "move", "undo"]
    assert table.get(f"games/{table.game}/events?after=4")["events"] == []
    assert table.refused("GET", f"games/{table.game}/events?after=-1")[2]["field"] == "after"
    assert table.refused("GET", f"games/{table.game}/events?wait_s=26")[2]["field"] == "wait_s"


def test_one_who_waits_hears_of_a_move_at_once(table: Table) -> None:
    table.deal()
    heard: list[Json] = []

    def wait() -> None:
        heard.append(table.http.get(f"games/{table.game}/events?after=1&wait_s=20", timeout=30).json())

    waiting = threading.Thread(target=wait)
    waiting.start()
    time.sleep(0.5)
    played = table.move("draw")
    moved_at = time.monotonic()
    waiting.join()
    assert time.monotonic() - moved_at < 3
    assert heard[0]["events"] == played["events"]


def test_one_who_waits_in_vain_gets_an_empty_answer(table: Table) -> None:
    table.deal()
    began = time.monotonic()
    answer = table.get(f"games/{table.game}/events?after=1&wait_s=0.5")
    assert 0.5 <= time.monotonic() - began < 3
    assert (answer["events"], answer["version"]) == ([], 1)


def test_a_look_keeps_the_version_it_has(table: Table) -> None:
    table.deal()
    table.view()
    assert table.last.headers["ETag"] == 'W/"1"'  # weak, since it was compressed on its way
    assert table.last.headers["Cache-Control"] == "private, no-store"
    held = {"If-None-Match": '"1"'}
    unchanged = table.http.get(f"games/{table.game}", headers=held)
    assert (unchanged.status_code, unchanged.content, unchanged.headers["ETag"]) == (304, b"", '"1"')
    assert table.http.get(f"games/{table.game}", headers={"If-None-Match": 'W/"1"'}).status_code == 304
    table.move("draw")
    changed = table.http.get(f"games/{table.game}", headers=held)
    assert (changed.status_code, changed.headers["ETag"].removeprefix("W/")) == (200, '"2"')


def test_the_replay_of_an_open_game_never_changes(table: Table) -> None:
    table.random()
    table.move("draw")
    table.get(f"games/{table.game}/replay")
    assert table.last.headers["Cache-Control"] == "private, no-store"
    table.command("concede")
    replay = table.get(f"games/{table.game}/replay")
    assert table.last.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    held = {"If-None-Match": table.last.headers["ETag"]}
    assert table.http.get(f"games/{table.game}/replay", headers=held).status_code == 304
    assert [event["type"] for event in replay["events"]] == ["deal", "move", "end"]
    proof = table.post("deals/verify", {"seed": replay["deal"]["seed"], "context": replay["deal"]["context"]})
    assert proof == {"commitment": replay["deal"]["commitment"], "deck": replay["deal"]["deck"]}


def test_a_closed_game_exports_its_moves_without_the_deal(table: Table) -> None:
    table.random()
    table.move("draw", "draw")
    table.command("undo")
    record = json.loads(table.get(f"games/{table.game}/export")["text"])
    assert (record["deal"], record["moves"], record["rules"]["name"]) == (None, ["draw"], "turn-3")
    for form in ("digits", "cards", "solvitaire"):
        assert table.refused("GET", f"games/{table.game}/export?format={form}")[:2] == (409, "deal_closed")
    table.command("concede")
    record = json.loads(table.get(f"games/{table.game}/export")["text"])
    assert record["deal"] == table.get(f"games/{table.game}/export?format=cards")["text"]


def test_a_line_is_played_in_one_command_and_makes_the_game_practice(table: Table) -> None:
    table.deal("turn-1", {"kind": "number", "number": "8"})
    answer = table.command("import", moves=WINNING.split())
    assert (answer["moves"], answer["can"]["finish"]) == (len(WINNING.split()), True)
    table.random("turn-1")
    assert table.command("import", moves=["draw"])["practice"] is True


def test_a_line_with_an_illegal_move_is_not_played_at_all(table: Table) -> None:
    table.random("turn-1")
    status, code, problem = table.refused_command("import", moves=["draw", "draw", "redeal"])
    assert (status, code, problem["index"], problem["field"]) == (422, "nothing_to_redeal", 2, "moves.2")
    view = table.view()
    assert (view["version"], view["practice"]) == (1, False)


def test_a_line_in_the_notation_of_other_solvers_is_read(table: Table) -> None:
    deck = (
        "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041013073"
        "063031061043081054113062024021101022032121"
    )
    table.deal("turn-1", {"kind": "text", "deck": deck})
    table.command("import", moves="4D D D W7 67-1 D D W6 D D D D D WH 75-3 W6 76-1")
    position = table.view()["position"]
    assert position["foundations"] == {"C": None, "D": "AD", "H": "AH", "S": None}
    assert position["stock"] == 15


def test_a_hint_tells_nothing_but_a_legal_move_and_changes_nothing(table: Table) -> None:
    table.random()
    hint = table.post(f"games/{table.game}/hint")
    assert hint["version"] == 1
    assert hint["hint"] in table.get(f"games/{table.game}/legal-moves")["legal"]
    assert table.refused("POST", f"games/{table.game}/hint", {"after": 0})[:2] == (409, "stale")
    table.command("pause")
    assert table.refused("POST", f"games/{table.game}/hint")[:2] == (409, "paused")
