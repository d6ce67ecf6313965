"""`make bench-boards`: what boards cost with 10^4, 10^5 and 10^6 players on them, beside a Redis sorted set, and
whether 500 results a second settle while they are read.

    python -m bench.boards [--largest 1000000]

Runs in a database of its own beside the one of DATABASE_URL (or on a server of its own), and in Redis under one key.
One table: milliseconds at the median and the 95th percentile. `database` is what PostgreSQL says that executing the
statements of one operation took; a settled result stands there without its commit and, as the client waits for it, with
it. `pages` are those that were looked at for it, whatever else the machine does. `API` is a whole request in this
process, with a session, over an empty view; Redis is as its client waits for it.
Needs a superuser of PostgreSQL.
"""

from __future__ import annotations

import argparse
import os
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from klondike_service import servers

SIZES = (10_000, 100_000, 1_000_000)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--largest", type=int, default=SIZES[-1])
    largest = options.parse_args().largest
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory(prefix="klondike-", ignore_cleanup_errors=True)))
        os.environ |= {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "bench.settings"}
        if not os.environ.get("DATABASE_URL"):
            os.environ["DATABASE_URL"] = running.enter_context(servers.postgres(folder / "postgres", "klondike"))
        if not os.environ.get("REDIS_URL"):
            os.environ["REDIS_URL"] = running.enter_context(servers.redis(folder / "redis", 15))
        run([size for size in SIZES if size <= largest])


def run(sizes: list[int]) -> None:
    import django  # noqa: PLC0415 (it reads the settings now)

    django.setup()
    from django.db import connection  # noqa: PLC0415

    from bench.crowd import seed  # noqa: PLC0415
    from bench.ranking import measure  # noqa: PLC0415
    from bench.settling import load  # noqa: PLC0415

    asked_for = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        columns = []
        for first, last in zip([0, *sizes], sizes, strict=False):
            print(f"seeding and measuring {last:,} players", flush=True)
            seed(first, last)
            columns.append(measure(last))
        print(f"\n{'p50 and p95 in ms, players:':34}" + "".join(f"{size:>18,}" for size in sizes))
        for label in columns[0]:
            print(f"{label:34}" + "".join("{:10.2f}{:8.2f}".format(*column[label]) for column in columns))
        print(f"\n{load(sizes[-1])}")
    finally:
        connection.creation.destroy_test_db(asked_for, verbosity=0)


if __name__ == "__main__":
    main()
