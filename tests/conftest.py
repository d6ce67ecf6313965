"""Finds the servers the tests run against, before Django reads its settings.

PostgreSQL and Redis come from DATABASE_URL and REDIS_URL, else from this machine, else from the packages that
carry them; where there is neither, the run fails. With a sqlite DATABASE_URL and no REDIS_URL, the service is
tested as `make up` runs it. The Redis database is emptied between tests.
"""

import atexit
import os
import signal
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from klondike_service import servers

running = ExitStack()
atexit.register(running.close)


# A shell has what it runs in the background ignore Ctrl-C, and with it the programs that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)


def prepare() -> None:
    folder = Path(running.enter_context(TemporaryDirectory(prefix="klondike-", ignore_cleanup_errors=True)))
    os.environ["DJANGO_SETTINGS_MODULE"] = "klondike_service.settings"
    os.environ["VAR_DIR"] = str(folder)
    database = os.environ.get("DATABASE_URL") or running.enter_context(
        servers.postgres(folder / "postgres", "klondike")
    )
    os.environ["DATABASE_URL"] = database
    if not database.startswith("sqlite:"):
        if not servers.answers_postgres(database):
            raise servers.Missing(f"PostgreSQL is away, or lets no databases be made: DATABASE_URL={database}")
        os.environ["REDIS_URL"] = os.environ.get("REDIS_URL") or running.enter_context(
            servers.redis(folder / "redis", 15)
        )
    if (redis := os.environ.get("REDIS_URL")) and not servers.answers_redis(redis):
        raise servers.Missing(f"Redis is away: REDIS_URL={redis}")


try:
    prepare()
except servers.Missing as missing:
    sys.exit(str(missing))


def pytest_configure() -> None:
    from django.conf import settings
    from django.core.management.base import CommandError
    from django.core.management.commands import flush
    from django.db.backends.postgresql.operations import DatabaseOperations

    empty = flush.Command.handle

    def empty_beside_a_server(self: flush.Command, **options: Any) -> None:
        """A served process may write while a test's tables are emptied; PostgreSQL then ends one of the two."""
        for _ in range(4):
            with suppress(CommandError):
                return empty(self, **options)
        return empty(self, **options)

    def delete_rows(self: DatabaseOperations, style: object, tables: list[str], **_: Any) -> list[str]:
        """TRUNCATE, Django's own way, makes every table's files anew, which takes longer than most tests."""
        return [f"DELETE FROM {self.quote_name(table)}" for table in tables]

    DatabaseOperations.sql_flush = delete_rows  # type: ignore[method-assign, assignment]
    flush.Command.handle = empty_beside_a_server  # type: ignore[method-assign]

    # The slow hash is Django's own work, tested there; signing up is half of our tests.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture
def operator(db: None) -> Any:
    """A browser in which an operator is signed in."""
    from accounts.models import Player
    from tests.accounts.device import PASSWORD
    from tests.admin import signed_in

    Player.objects.create_superuser("Root", "root@example.org", PASSWORD)
    return signed_in("root")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Limits counted in one test must not be felt in the next."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db"}:
        from django.core.cache import cache

        cache.clear()
