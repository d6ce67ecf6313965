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
from tests.games.stream import Service, until

SECONDS = 8


class Player:
    """A guest, who asks whichever server is there."""

    def __init__(self, service: Service) -> None:
        self.token = ""
        self.token = self.ask(service, "POST", "accounts/guest", {})["token"]

    def ask(self, service: Service, verb: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{service.port}/api/v1/{path}",
            method=verb,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", **({"X-Session-Token": self.token} if self.token else {})},
        )
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def sees(self, service: Service, race: str) -> Any:
        return self.ask(service, "GET", f"races/{race}")


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


def serve(folder: Path, database: str) -> Service:
    folder.mkdir()
    service = Service(folder, database)
    service.settings |= {"RACE_COUNTDOWN_MS": "2000"}
    return service


def opened(service: Service) -> tuple[Player, Player, str]:
    """Two players in a race that counts down."""
    ann, bob = Player(service), Player(service)
    new = {"rules": "turn-1", "time_limit_s": SECONDS, "id": "new"}
    race = ann.ask(service, "POST", "races", new)["race"]
    bob.ask(service, "POST", "races/join", {"code": race["code"]})
    for player in (ann, bob):
        player.ask(service, "POST", f"races/{race['id']}/ready", {"id": "ready"})
    return ann, bob, race["id"]


def test_a_race_goes_on_when_its_process_is_killed_in_the_countdown_and_again_while_it_runs(
    tmp_path: Path, database: str
) -> None:
    service = serve(tmp_path / "one", database)
    service.manage("migrate", "--verbosity", "0")
    service.start()
    try:
        ann, bob, race = opened(service)
        service.kill()
        service.start()
        until(lambda: ann.sees(service, race)["race"]["status"] == "running", 10)
        game = ann.sees(service, race)["game"]["id"]
        ann.ask(service, "POST", f"games/{game}/moves", {"move": "draw", "after": 1, "id": "m"})
        ends_in_s = ann.sees(service, race)["race"]["ends_in_ms"] / 1000
        service.kill()
        time.sleep(ends_in_s)
        service.start()
        race_log = bob.ask(service, "GET", f"races/{race}/events")
        assert [event["type"] for event in race_log["events"]][-3:] == ["countdown", "started", "finished"]
        shown = race_log["race"]
        assert (shown["reason"], [player["moves"] for player in shown["players"]]) == ("limit", [1, 0])
    finally:
        service.kill()
    assert "games verified" in service.manage("replay", "--all", "--verify")


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
