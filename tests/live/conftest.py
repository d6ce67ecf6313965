"""Real server processes on the test database, and players to connect to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.live.surroundings import GENEROUS, surroundings
from tests.service.process import serving
from tests.service.server import Server


@pytest.fixture(scope="module")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One process for the tests of a file."""
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder, **surroundings(), **GENEROUS) as (_, address):
        yield address


@pytest.fixture(scope="module")
def servers(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Two processes that know one another through PostgreSQL and Redis alone."""
    with ExitStack() as running:
        started = []
        for _ in range(2):
            folder = tmp_path_factory.mktemp("server")
            _, address = running.enter_context(serving(folder, **surroundings(), **GENEROUS))
            started.append(address)
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One process for a single test, which may kill it and start it again."""
    own_server = Server(tmp_path, **surroundings(), **GENEROUS)
    own_server.start()
    yield own_server
    own_server.kill()


@pytest.fixture(params=["one process", pytest.param("two processes", marks=pytest.mark.full)])
def places(request: pytest.FixtureRequest) -> list[str]:
    """Where two players are: both at one process, and then each at another."""
    if request.param == "one process":
        return [request.getfixturevalue("server")] * 2
    servers: list[str] = request.getfixturevalue("servers")
    return servers
