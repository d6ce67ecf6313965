"""The service as clients meet it: a real server on a port of its own, and players at its tables."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
import uvicorn
from pytest_django.fixtures import Settings

from games.api.bucket import bucket
from tests.api.table import Table, sit_down


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[str]:
    from klondike_service.asgi import application

    listener = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_config=None, access_log=False))
    thread = threading.Thread(target=running.run, args=([listener],))
    thread.start()
    deadline = time.monotonic() + 10
    while not running.started:
        assert time.monotonic() < deadline, "the server did not start within 10 s"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    running.should_exit = True
    thread.join()


@pytest.fixture(autouse=True)
def unhurried(settings: Settings) -> Iterator[None]:
    """Tests play faster than people."""
    settings.LIMIT_COMMANDS_PER_SECOND = 100_000
    bucket.cache_clear()
    yield
    bucket.cache_clear()


@pytest.fixture
def anyone(server: str, transactional_db: None) -> Iterator[httpx.Client]:
    """A client without a session."""
    with httpx.Client(base_url=f"{server}/api/v1/") as client:
        yield client


@pytest.fixture
def sits(server: str, transactional_db: None) -> Iterator[Callable[..., Table]]:
    """Makes players, each a guest with a client of their own, who may choose a name."""
    seated: list[Table] = []

    def sit(name: str | None = None) -> Table:
        seated.append(sit_down(server, name))
        return seated[-1]

    yield sit
    for table in seated:
        table.http.close()


@pytest.fixture
def table(sits: Callable[..., Table]) -> Table:
    return sits()
