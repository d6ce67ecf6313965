"""Races whose process is killed, on the programs an operator starts."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from klondike_service.servers import make_database
from tests.service.process import until
from tests.service.server import Server

SECONDS = 8


class Player:
    """A guest, who asks whichever server is there."""

    def __init__(self, server: Server) -> None:
        self.token = ""
        self.token = self.ask(server, "POST", "accounts/guest", {})["token"]

    def ask(self, server: Server, verb: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(
            f"{server.address}/api/v1/{path}",
            method=verb,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **({"X-Session-Token": self.token} if self.token else {})},
        )
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def sees(self, server: Server, race: str) -> Any:
        return self.ask(server, "GET", f"races/{race}")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'races.sqlite3'}"
        return
    url = settings.DATABASE_URL
    name = f"killed_{settings.DATABASES['default']['NAME'].removeprefix('test_')}"
    url = url.rpartition("/")[0] + f"/{name}"
    make_database(url)
    yield url
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def serve(folder: Path, database: str) -> Server:
    folder.mkdir()
    return Server(folder, DATABASE_URL=database, RACE_COUNTDOWN_MS="2000")


def opened(server: Server) -> tuple[Player, Player, str]:
    """Two players in a race that counts down."""
    ann, bob = Player(server), Player(server)
    new = {"rules": "turn-1", "time_limit_s": SECONDS, "id": "new"}
    race = ann.ask(server, "POST", "races", new)["race"]
    bob.ask(server, "POST", "races/join", {"code": race["code"]})
    for player in (ann, bob):
        player.ask(server, "POST", f"races/{race['id']}/ready", {"id": "ready"})
    return ann, bob, race["id"]


def test_a_race_goes_on_when_its_process_is_killed_in_the_countdown_and_again_while_it_runs(
    tmp_path: Path, database: str
) -> None:
    server = serve(tmp_path / "one", database)
    server.manage("migrate", "--verbosity", "0")
    server.start()
    try:
        ann, bob, race = opened(server)
        server.kill()
        server.start()
        until(lambda: ann.sees(server, race)["race"]["status"] == "running", 10)
        game = ann.sees(server, race)["game"]["id"]
        ann.ask(server, "POST", f"games/{game}/moves", {"move": "draw", "after": 1, "id": "m"})
        ends_in_s = ann.sees(server, race)["race"]["ends_in_ms"] / 1000
        server.kill()
        time.sleep(ends_in_s)
        server.start()
        race_log = bob.ask(server, "GET", f"races/{race}/events")
        assert [event["type"] for event in race_log["events"]][-3:] == ["countdown", "started", "finished"]
        shown = race_log["race"]
        assert (shown["reason"], [player["moves"] for player in shown["players"]]) == ("limit", [1, 0])
    finally:
        server.kill()
    assert "games verified" in server.manage("replay", "--all", "--verify")


@pytest.mark.full
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_another_process_takes_a_race_over_without_anybody_speaking(tmp_path: Path, database: str) -> None:
    one, other = serve(tmp_path / "one", database), serve(tmp_path / "other", database)
    one.manage("migrate", "--verbosity", "0")
    one.start()
    try:
        ann, _, race = opened(one)
        one.kill()
        other.start()
        time.sleep(SECONDS + 3)
        with psycopg.connect(database) as connection:
            row = connection.execute("SELECT status, reason FROM games_race WHERE public_id = %s", [race]).fetchone()
        assert row == ("void", "nobody_moved")
        assert ann.sees(other, race)["race"]["status"] == "void"
    finally:
        one.kill()
        other.kill()
