"""Commands on a game, and the answers to them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.api.table import Json, Table, refusal


def test_the_answer_to_a_move_is_what_it_changed(table: Table) -> None:
    table.deal("turn-1", {"kind": "number", "number": "8"})
    answer = table.command("moves", move="5-4")
    assert (answer["after"], answer["version"], answer["moves"], answer["status"]) == (1, 2, 1, "playing")
    (event,) = answer["events"]
    assert (event["number"], event["type"], event["move"], event["by"], event["at_ms"]) == (
        2,
        "move",
        "5-4",
        "player",
        0,
    )
    assert event["turned_up"] == [table.view()["position"]["columns"][4]["up"][0]]
    assert "position" not in answer
    assert "legal" not in answer
    assert answer["clock"]["running"] is True


def test_a_draw_names_the_cards_drawn(table: Table) -> None:
    table.deal()
    answer = table.move("draw")
    assert answer["events"][0]["drawn"] == table.view()["position"]["waste"]
    assert len(answer["events"][0]["drawn"]) == 3


def test_legal_moves_come_where_asked_for(table: Table) -> None:
    table.deal()
    answer = table.move("draw", legal=True)
    assert answer["legal"] == table.get(f"games/{table.game}/legal-moves")["legal"]
    assert table.view("?legal=1")["legal"] == answer["legal"]
    assert "legal" not in table.view()


def test_a_batch_stops_at_the_first_refusal_and_says_why(table: Table) -> None:
    table.deal()
    answer = table.move("draw", "draw", "redeal", "draw")
    assert (answer["version"], len(answer["events"])) == (3, 2)
    assert (answer["stopped"]["index"], answer["stopped"]["problem"]["code"]) == (2, "nothing_to_redeal")


def test_a_batch_of_which_nothing_is_legal_is_refused(table: Table) -> None:
    table.deal()
    assert table.refused_command("moves", moves=["redeal", "draw"])[:2] == (422, "nothing_to_redeal")
    assert table.view()["version"] == 1


def test_a_refusal_names_what_a_client_needs_to_translate_it(table: Table) -> None:
    table.deal("turn-1", {"kind": "number", "number": "8"})
    up = [column["up"][0] for column in table.view()["position"]["columns"]]
    status, code, problem = table.refused_command("moves", move="1-2")
    assert (status, code, problem["params"]) == (422, "not_next_rank", {"card": up[0], "onto": up[1]})
    assert up[0] in problem["detail"]


def test_undo_shows_the_whole_position_and_redo_brings_it_back(table: Table) -> None:
    dealt = table.deal()["position"]
    table.move("draw")
    drawn = table.view()["position"]
    undone = table.command("undo")
    assert undone["position"] == dealt
    assert (undone["moves"], undone["peeked"], undone["can"]["redo"]) == (0, True, True)
    assert table.command("redo")["position"] == drawn
    assert table.refused_command("redo")[:2] == (422, "nothing_to_redo")


def test_undo_stops_at_a_foundation_move_in_classic_games(table: Table) -> None:
    table.deal("classic-1", {"kind": "number", "number": "8"})
    table.move("5-4", "4-6x2", "5-f")
    assert table.view()["can"]["undo_refused"] == "undo_stops"
    assert table.refused_command("undo")[:2] == (422, "undo_stops")


def test_a_card_goes_by_itself_where_it_belongs(table: Table) -> None:
    table.deal("turn-1", {"kind": "number", "number": "8"})
    assert table.command("auto", pile="5")["events"][0]["move"] == "5-4"
    assert table.command("auto", pile="4", count=2)["events"][0]["move"] == "4-6x2"
    sources = {move[0] for move in table.get(f"games/{table.game}/legal-moves")["legal"]}
    stuck = next(pile for pile in "1234567" if pile not in sources)
    assert table.refused_command("auto", pile=stuck)[:2] == (422, "no_automatic_move")
    assert table.refused_command("auto", pile="w")[:2] == (422, "empty_pile")


def test_a_paused_game_takes_no_moves_and_goes_on_when_resumed(table: Table) -> None:
    table.deal()
    table.move("draw")
    paused = table.command("pause")
    assert (paused["status"], paused["clock"]["running"], paused["events"][0]["type"]) == ("paused", False, "pause")
    for verb, body in [("moves", {"move": "draw"}), ("undo", {}), ("finish", {}), ("auto", {"pile": "1"})]:
        assert table.refused_command(verb, **body)[:2] == (409, "paused")
    assert table.command("pause")["events"] == []
    assert table.command("resume")["clock"]["running"] is True
    assert table.command("resume")["events"] == []
    assert table.move("draw")["moves"] == 2


def test_a_game_given_up_is_lost_and_over(table: Table) -> None:
    table.deal()
    table.move("draw")
    lost = table.command("concede")
    assert (lost["status"], lost["ended_by"], lost["events"][0]["ended_by"]) == ("lost", "conceded", "conceded")
    for verb, body in [("moves", {"move": "draw"}), ("undo", {}), ("pause", {}), ("resume", {}), ("concede", {})]:
        assert table.refused_command(verb, **body)[:2] == (409, "game_over")


def test_a_game_is_finished_only_when_that_is_sure(table: Table) -> None:
    table.deal()
    assert table.refused_command("finish")[:2] == (422, "cannot_finish")


def test_of_twenty_writers_one_wins_and_the_others_get_what_they_missed(table: Table) -> None:
    table.deal()

    def write(name: int) -> httpx.Response:
        return table.http.post(f"games/{table.game}/moves", json={"move": "draw", "after": 1, "id": f"w{name}"})

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(write, range(20)))
    (won,) = [answer.json() for answer in answers if answer.is_success]
    refused = [refusal(answer) for answer in answers if not answer.is_success]
    assert len(refused) == 19
    for status, code, problem in refused:
        assert (status, code, problem["version"], problem["events"]) == (409, "stale", 2, won["events"])
    replay = table.get(f"games/{table.game}/replay")
    assert [event["number"] for event in replay["events"]] == [1, 2]


@pytest.mark.parametrize("verb", ["moves", "undo", "pause", "share", "import", "concede"])
def test_a_command_sent_five_times_at_once_happens_once_and_gets_one_answer(table: Table, verb: str) -> None:
    table.random()
    table.move("draw")
    more = {"moves": {"moves": ["draw", "draw"]}, "import": {"moves": ["draw"]}}.get(verb, {})

    def send(_: int) -> Json:
        body = {"after": 2, "id": "same", **more}
        response = table.http.post(f"games/{table.game}/{verb}", json=body)
        assert response.status_code == 200, response.text
        answer: Json = response.json()
        return answer

    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(send, range(5)))
    latest = table.view()["version"]
    assert sorted(answer.pop("repeated", False) for answer in answers) == [False, True, True, True, True]
    assert {answer.pop("latest_version", latest) for answer in answers} == {latest}
    assert all(answer == answers[0] for answer in answers)
    assert latest == answers[0]["version"]


def test_a_repeated_command_gets_its_first_answer_however_far_the_game_is(table: Table) -> None:
    table.deal()
    first = table.move("draw", id="a")
    table.move("draw", "draw")
    again = table.post(f"games/{table.game}/moves", {"moves": ["draw"], "after": 1, "id": "a"})
    assert again == {**first, "repeated": True, "latest_version": 4}


def test_an_id_used_for_another_command_is_refused(table: Table) -> None:
    table.deal()
    table.move("draw", id="a")
    assert table.refused_command("moves", moves=["draw"], id="a")[:2] == (409, "id_reused")
    assert table.refused_command("undo", id="a")[:2] == (409, "id_reused")
    assert table.view()["version"] == 2


@pytest.mark.parametrize(
    ("verb", "body", "field"),
    [
        ("moves", {"id": "a", "move": "draw"}, "after"),
        ("moves", {"after": 1, "move": "draw"}, "id"),
        ("moves", {"after": "1", "id": "a", "move": "draw"}, "after"),
        ("moves", {"after": True, "id": "a", "move": "draw"}, "after"),
        ("moves", {"after": 1.0, "id": "a", "move": "draw"}, "after"),
        ("moves", {"after": -1, "id": "a", "move": "draw"}, "after"),
        ("moves", {"after": 10**30, "id": "a", "move": "draw"}, "after"),
        ("moves", {"after": 1, "id": "", "move": "draw"}, "id"),
        ("moves", {"after": 1, "id": "\u0000", "move": "draw"}, "id"),
        ("moves", {"after": 1, "id": "x" * 65, "move": "draw"}, "id"),
        ("moves", {"after": 1, "id": 7, "move": "draw"}, "id"),
        ("moves", {"after": 1, "id": "a"}, "move"),
        ("moves", {"after": 1, "id": "a", "move": "draw", "moves": ["draw"]}, "move"),
        ("moves", {"after": 1, "id": "a", "move": "8-1"}, "move"),
        ("moves", {"after": 1, "id": "a", "move": None}, "move"),
        ("moves", {"after": 1, "id": "a", "move": ["draw"]}, "move"),
        ("moves", {"after": 1, "id": "a", "moves": []}, "moves"),
        ("moves", {"after": 1, "id": "a", "moves": "draw"}, "moves"),
        ("moves", {"after": 1, "id": "a", "moves": ["draw", "fly"]}, "moves.1"),
        ("moves", {"after": 1, "id": "a", "moves": ["draw", 1]}, "moves.1"),
        ("moves", {"after": 1, "id": "a", "move": "draw", "speed": 2}, "speed"),
        ("moves", {"after": 1, "id": "a", "move": "draw", "legal": 1}, "legal"),
        ("moves", ["draw"], ""),
        ("auto", {"after": 1, "id": "a"}, "pile"),
        ("auto", {"after": 1, "id": "a", "pile": "8"}, "pile"),
        ("auto", {"after": 1, "id": "a", "pile": 1}, "pile"),
        ("auto", {"after": 1, "id": "a", "pile": "1", "count": 0}, "count"),
        ("undo", {"after": 1, "id": "a", "steps": 2}, "steps"),
        ("import", {"after": 1, "id": "a", "moves": []}, "moves"),
        ("import", {"after": 1, "id": "a", "moves": ""}, "moves"),
        ("import", {"after": 1, "id": "a", "moves": "D X9"}, "moves"),
        ("import", {"after": 1, "id": "a", "moves": 3}, "moves"),
        ("hint", {"after": "x"}, "after"),
        ("hint", {"for": "free"}, "for"),
    ],
)
def test_a_command_that_is_not_understood_changes_nothing(table: Table, verb: str, body: object, field: str) -> None:
    table.deal()
    status, code, problem = table.refused("POST", f"games/{table.game}/{verb}", body)
    assert (status, code, problem["field"]) == (422, "invalid", field)
    assert table.view()["version"] == 1


def test_several_cards_are_not_sent_to_a_foundation(table: Table) -> None:
    table.deal()
    assert table.refused_command("moves", move="4-fx2")[:2] == (422, "not_a_run")


def test_a_body_that_is_no_json_is_refused(table: Table) -> None:
    table.deal()
    for content in [b"{", b"\xff", b'{"after": NaN}', b"[" * 60_000]:
        response = table.http.post(
            f"games/{table.game}/moves", content=content, headers={"Content-Type": "application/json"}
        )
        assert refusal(response)[:2] == (400, "malformed")
    response = table.http.post(
        f"games/{table.game}/moves", content=b"move=draw", headers={"Content-Type": "text/plain"}
    )
    assert refusal(response)[:2] == (415, "unsupported_media_type")
    assert table.view()["version"] == 1
