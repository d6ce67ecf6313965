"""Runs the whole service on one machine: `python -m klondike_service.supervise [--port 8000]`.

PostgreSQL and Redis are the ones in DATABASE_URL and REDIS_URL, else the ones that run here, else started
from the installed packages with their files in VAR_DIR. A process that ends is started again; one that ends
as soon as it started takes the rest down with it, since starting it again would not help.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from klondike_service import servers

PYTHON = [sys.executable, "-m"]
CELERY = [*PYTHON, "celery", "--quiet", "--app", "klondike_service"]
NICE = ["nice", "-n", "19"]
STARTING_S = 5
STOPPING_S = 20


def commands(port: int) -> dict[str, list[str]]:
    """What runs, in the order it starts."""
    return {
        "web": [*PYTHON, "klondike_service.serve", "--port", str(port)],
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


def supervise(wanted: dict[str, list[str]]) -> int:
    """Keeps the processes running until one fails at its start; returns its exit code."""
    processes: dict[str, tuple[subprocess.Popen[bytes], float]] = {}
    try:
        while True:
            for name, command in wanted.items():
                if name in processes:
                    process, since = processes[name]
                    if process.poll() is None:
                        continue
                    print(f"{name} ended with code {process.returncode}", file=sys.stderr)
                    if time.monotonic() - since < STARTING_S:
                        return process.returncode or 1
                # A session of its own: Ctrl-C reaches the supervisor alone, which stops the rest in order.
                processes[name] = subprocess.Popen(command, start_new_session=True), time.monotonic()
            time.sleep(0.2)
    finally:
        # The web process first: what it still hands over finds a worker.
        for process, _ in processes.values():
            stop(process)


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOPPING_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main() -> None:
    arguments = argparse.ArgumentParser(prog="supervise", description=__doc__)
    arguments.add_argument("--port", type=int, default=8000)
    port = arguments.parse_args().port
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    with ExitStack() as running:
        try:
            find_servers(settings.VAR_DIR, running)
        except (ImproperlyConfigured, servers.Missing) as refusal:
            sys.exit(str(refusal))
        if code := subprocess.call([sys.executable, "manage.py", "migrate", "--verbosity", "0"]):
            sys.exit(code)
        sys.exit(supervise(commands(port)))


if __name__ == "__main__":
    main()
