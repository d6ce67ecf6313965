"""Real server processes on the test database, and players to connect to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.live.server import GENEROUS, Server, surroundings
from tests.live.service import Service
from tests.service.process import serving


@pytest.fixture(scope="module")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process for the tests of a file."""
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder, **surroundings(), **GENEROUS) as (process, address):
        yield Server(address, process)


@pytest.fixture(scope="module")
def servers(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two processes that know one another through PostgreSQL and Redis alone."""
    with ExitStack() as running:
        started = []
        for _ in range(2):
            folder = tmp_path_factory.mktemp("server")
            process, address = running.enter_context(serving(folder, **surroundings(), **GENEROUS))
            started.append(Server(address, process))
        yield started


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """One process for a single test, which may kill it and start it again."""
    service = Service(tmp_path, **surroundings())
    service.start()
    yield service
    service.kill()


@pytest.fixture(params=["one process", pytest.param("two processes", marks=pytest.mark.full)])
def places(request: pytest.FixtureRequest) -> list[Server]:
    """Where two players are: both at one process, and then each at another."""
    if request.param == "one process":
        return [request.getfixturevalue("server")] * 2
    servers: list[Server] = request.getfixturevalue("servers")
    return servers
