"""What a process remembers of games and sessions in play makes moves cheaper, and never wrong."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from games.actions import memory
from tests.api.table import Table


def test_a_session_that_ends_moves_no_card_afterwards(sits: Callable[..., Table]) -> None:
    table = sits()
    table.deal()
    table.move("draw")
    table("DELETE", "accounts/session")
    assert table.refused_command("moves", move="draw")[:2] == (401, "session_ended")


def test_a_session_that_ended_elsewhere_is_noticed_after_a_moment(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts.models import Session

    table.deal()
    table.move("draw")
    Session.objects.filter(pk=table.http.headers["X-Session-Token"]).delete()  # as another process would
    assert table.refused("GET", f"games/{table.game}")[:2] == (401, "session_ended")
    later = time.monotonic() + 5
    monkeypatch.setattr("games.api.remembering.time.monotonic", lambda: later)
    assert table.refused_command("moves", move="draw")[:2] == (401, "session_ended")


def test_a_game_that_moved_on_elsewhere_is_told_as_stale(table: Table) -> None:
    table.deal()
    table.move("draw")
    kept = memory._games[table.game]
    table.move("draw")
    memory._games[table.game] = kept  # as in a process that did not play that move
    table.version = 2
    status, code, problem = table.refused_command("moves", move="draw")
    assert (status, code, problem["version"]) == (409, "stale", 3)
    assert [event["number"] for event in problem["events"]] == [3]


def test_an_id_used_before_this_process_began_is_known(table: Table) -> None:
    table.deal()
    first = table.move("draw", id="a")
    memory.forget(table.game)
    table.move("draw", id="b")
    again = table.post(f"games/{table.game}/moves", {"moves": ["draw"], "after": 1, "id": "a"})
    assert again == {**first, "repeated": True, "latest_version": 3}
    assert table.refused_command("moves", moves=["draw", "draw"], id="a")[:2] == (409, "id_reused")


def test_games_played_least_lately_are_forgotten(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.actions.memory._MOST_KEPT", 2)
    monkeypatch.setattr("games.actions.memory._games", {})
    games = []
    for _ in range(3):
        games.append(table.deal()["id"])
        table.move("draw")
    assert list(memory._games) == games[1:]
    table.game, table.version = games[0], 2
    assert table.move("draw")["version"] == 3
