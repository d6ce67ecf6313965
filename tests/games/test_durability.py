"""What was acknowledged is in the log, whoever is killed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.games.cluster import Cluster, private_cluster
from tests.games.stream import Mover, Surprise, moving
from tests.service.process import run, until
from tests.service.server import Server

MOVERS = 4
UNLIMITED = {"LIMIT_COMMANDS_PER_SECOND": "100000"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with private_cluster() as cluster:
        cluster.start()
        yield cluster


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    on_sqlite = request.param == "sqlite"
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}" if on_sqlite else request.getfixturevalue("cluster").url
    server = Server(tmp_path, DATABASE_URL=url, **UNLIMITED)
    server.manage("migrate", "--verbosity", "0")
    server.start()
    yield server
    server.kill()


def moves_on(movers: list[Mover], by: int) -> None:
    """Waits until each player has had so many more moves acknowledged."""
    wanted = [len(mover.acknowledged) + by for mover in movers]
    until(lambda: all(len(m.acknowledged) >= count or m.surprises for m, count in zip(movers, wanted, strict=True)), 60)


def meets_the_busy_service(movers: list[Mover]) -> None:
    before = [mover.busy for mover in movers]
    until(lambda: all(mover.busy > count for mover, count in zip(movers, before, strict=True)), 60)


def assert_nothing_is_lost(server: Server, movers: list[Mover]) -> None:
    for mover in movers:
        mover.finish()
        assert mover.surprises == [], server.log
        log = mover.log()
        assert log[: len(mover.acknowledged)] == mover.acknowledged
        assert len(log) - len(mover.acknowledged) <= 1  # the last command may have been cut off
    assert "games verified" in server.manage("replay", "--all", "--verify")


def test_a_killed_server_has_every_acknowledged_move_in_the_log_and_plays_none_twice(server: Server) -> None:
    with moving(server, MOVERS) as movers:
        for _ in range(2):
            moves_on(movers, 20)
            server.kill()
            server.start()
        moves_on(movers, 5)
        assert_nothing_is_lost(server, movers)
    assert all(mover.cut_off for mover in movers)


@pytest.mark.full
@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_a_killed_database_has_them_too_and_meanwhile_the_service_is_busy(server: Server, cluster: Cluster) -> None:
    with moving(server, MOVERS) as movers:
        for _ in range(2):
            moves_on(movers, 20)
            cluster.kill()
            meets_the_busy_service(movers)
            cluster.start()
        moves_on(movers, 20)
        assert_nothing_is_lost(server, movers)
    assert not any(mover.cut_off for mover in movers)


SERVER = ["-m", "klondike_service.serve", "--port", "0"]
WORKER = [*"-m celery --quiet --app klondike_service worker --queues default".split()]
CAUSE = "a move could be acknowledged and then lost."


@pytest.fixture(scope="module")
def careless() -> Iterator[Cluster]:
    """To be started by each test in its own careless way."""
    with private_cluster() as cluster:
        yield cluster


def refused(program: list[str], var: Path, **settings: str) -> str:
    """The last line of what a program says that doesn't start."""
    result = run(*program, var=var, **settings)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    return result.stderr.splitlines()[-1]


@pytest.mark.full
@pytest.mark.parametrize(
    ("program", "setting"),
    [(SERVER, "fsync"), (SERVER, "full_page_writes"), (SERVER, "synchronous_commit"), (WORKER, "synchronous_commit")],
)
def test_postgresql_that_could_lose_a_commit_is_refused_at_the_start(
    tmp_path: Path, careless: Cluster, program: list[str], setting: str
) -> None:
    careless.start(f"-c{setting}=off")
    assert refused(program, tmp_path, DATABASE_URL=careless.url) == f"PostgreSQL runs with {setting} = off: {CAUSE}"
    careless.stop()


@pytest.mark.full
def test_a_connection_that_does_not_wait_for_its_own_commits_is_refused(tmp_path: Path, cluster: Cluster) -> None:
    url = f"{cluster.url}?options=-csynchronous_commit%3Doff"
    assert refused(SERVER, tmp_path, DATABASE_URL=url) == f"PostgreSQL runs with synchronous_commit = off: {CAUSE}"


def refuses(mover: Mover, move: dict[str, object]) -> bool:
    """Whether a move gets another answer than that the service is busy."""
    with suppress(Surprise):
        mover.ask("POST", f"games/{mover.game}/moves", move)
    return bool(mover.surprises)


@pytest.mark.full
def test_a_database_that_turns_careless_under_a_running_service_acknowledges_nothing(
    tmp_path: Path, careless: Cluster
) -> None:
    careless.start()
    server = Server(tmp_path, DATABASE_URL=careless.url, **UNLIMITED)
    server.manage("migrate", "--verbosity", "0")
    server.start()
    try:
        mover = Mover(server.port)
        careless.stop()
        careless.start("-cfsync=off")
        move = {"move": "draw", "after": 1, "id": "c1"}
        until(lambda: refuses(mover, move), 60)
        assert [surprise["code"] for surprise in mover.surprises] == ["internal"]
    finally:
        server.kill()
        careless.stop()


@pytest.mark.parametrize("program", [SERVER, WORKER])
def test_sqlite_that_could_lose_a_commit_is_refused_at_the_start(tmp_path: Path, program: list[str]) -> None:
    (tmp_path / "careless.py").write_text(
        "from klondike_service.settings import *\n"
        "DATABASES['default']['OPTIONS']['init_command'] = 'PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL'\n"
    )
    said = refused(program, tmp_path, PYTHONPATH=str(tmp_path), DJANGO_SETTINGS_MODULE="careless")
    assert said == f"SQLite runs with synchronous = 1: {CAUSE}"
