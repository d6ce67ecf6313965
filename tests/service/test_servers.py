"""The servers that tests and `make up-full` start for themselves on a machine that runs none."""

from pathlib import Path

import psycopg
import pytest
from redis import Redis

from klondike_service import servers
from tests.service.process import free_port

pytestmark = pytest.mark.full


def test_postgresql_comes_from_the_package_and_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPORT", str(free_port()))
    with servers.postgres(tmp_path / "postgres", "klondike") as url:
        servers.make_database(url)
        servers.make_database(url)
        with psycopg.connect(url) as connection:
            for guard in ("fsync", "synchronous_commit", "full_page_writes"):
                assert connection.execute(f"SHOW {guard}").fetchone() == ("on",)
    assert not servers.answers_postgres(url)


def test_redis_comes_from_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with servers.redis(tmp_path / "redis", 3, port=free_port()) as url:
        assert url.endswith("/3")
        with Redis.from_url(url) as client:
            client.set("seven", "hearts")
            assert client.get("seven") == b"hearts"
    assert not servers.answers_redis(url)
