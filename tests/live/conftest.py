"""Real server processes on the test database, and players to connect to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.server import GENEROUS, Server, surroundings
from tests.service.process import serving


@pytest.fixture(scope="module")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process for the tests of a file."""
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder, **surroundings(), **GENEROUS) as (process, address):
        yield Server(address, process)
