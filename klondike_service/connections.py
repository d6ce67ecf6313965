"""What Django wants to know of a database and of a mail server, from one URL each."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def database(url: str, pool_size: int) -> dict[str, Any]:
    """The entry of DATABASES for `postgres://user:password@host:port/name?option=value` or `sqlite:///path`.

    Both are durable: a commit is on disk before it returns. A PostgreSQL socket folder goes in `?host=`.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL must name a database, as in postgres://host/name.")
    if parts.scheme == "sqlite":
        path = Path(name).absolute()
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": path,
            # Each thread keeps its connection: opening one costs as much as several queries.
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                # A transaction that writes takes the lock at its start: one that reads first
                # could otherwise fail at once with "database is locked", whatever the timeout.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
            # A file, not the usual shared memory, which has no WAL and refuses readers during a write.
            "TEST": {"NAME": str(path.with_name(f"test_{path.name}"))},
        }
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or options.pop("host", "")),
        "PORT": parts.port or "",
        "CONN_MAX_AGE": 0,  # the pool keeps the connections
        # Prepared statements are for `accounts.statements` alone: no cursor of Django's own makes any. Each is planned
        # once: the server would plan the longer ones at every call, which takes it longer than to execute them. What
        # is read often is in memory, where one page costs as much as another, so rows are looked up by their indexes.
        "OPTIONS": {
            "prepare_threshold": 5,
            "options": "-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1",
            **options,
            "pool": {"min_size": 1, "max_size": pool_size, "timeout": 5},
        },
    }


def mail(url: str) -> dict[str, Any]:
    """The EMAIL_ settings for `smtp://user:password@host:port`, `smtps://…`, `file:///folder` or `console:`.

    `smtp` turns to TLS after connecting when the URL ends in `?starttls=1`.
    """
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme == "file":
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "EMAIL_FILE_PATH": unquote(parts.path),
        }
    secure = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if secure else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": secure,
        "EMAIL_USE_TLS": dict(parse_qsl(parts.query)).get("starttls") == "1",
        "EMAIL_TIMEOUT": 10,
    }
