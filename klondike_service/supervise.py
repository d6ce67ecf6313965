"""Runs the whole service on one machine: `python -m klondike_service.supervise [--port 8000] [--processes 2]`.

PostgreSQL and Redis are the ones in DATABASE_URL and REDIS_URL, else the ones that run here, else started
from the installed packages with their files in VAR_DIR.
"""

import argparse
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from klondike_service import servers
from klondike_service.processes import keep

PYTHON = [sys.executable, "-m"]
CELERY = [*PYTHON, "celery", "--quiet", "--app", "klondike_service"]
NICE = ["nice", "-n", "19"]


def commands(port: int, processes: int = 2) -> dict[str, list[str]]:
    """What runs, in the order it starts and is stopped: what the web processes still hand over finds a worker."""
    return {
        "web": [*PYTHON, "klondike_service.serve", "--port", str(port), "--processes", str(processes)],
        "worker": [*CELERY, *"worker --queues default --concurrency 2 --loglevel warning".split()],
        # Play comes first: the solver gets what is left of the machine.
        "solver": [
            *NICE,
            *CELERY,
            *"worker --queues solver,shelf --concurrency 1 --hostname solver@%h --loglevel warning".split(),
        ],
        "beat": [*CELERY, *"beat --loglevel warning".split()],
    }


def find_servers(var: Path, running: ExitStack) -> None:
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = running.enter_context(servers.postgres(var / "postgres", "klondike"))
        servers.make_database(os.environ["DATABASE_URL"])
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = running.enter_context(servers.redis(var / "redis", 0))


def main() -> None:
    arguments = argparse.ArgumentParser(prog="supervise", description=__doc__)
    arguments.add_argument("--port", type=int, default=8000)
    arguments.add_argument("--processes", type=int, default=2, help="how many serve (2)")
    chosen = arguments.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    with ExitStack() as running:
        try:
            find_servers(settings.VAR_DIR, running)
        except (ImproperlyConfigured, servers.Missing) as refusal:
            sys.exit(str(refusal))
        if code := subprocess.call([sys.executable, "manage.py", "migrate", "--verbosity", "0"]):
            sys.exit(code)
        sys.exit(keep(commands(chosen.port, chosen.processes)))


if __name__ == "__main__":
    main()
