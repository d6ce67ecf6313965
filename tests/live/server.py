"""Server processes on the database and the Redis that the tests work with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.service.process import TREE, environment, free_port, wait_until_healthy

GENEROUS = {
    "LIMIT_COMMANDS_PER_SECOND": "100000",
    "RACE_COUNTDOWN_MS": "200",
    "SHELF_LOW": "0",
    "SHELF_TARGET": "0",
}
"""Tests are quicker than people, and a process without Redis would fill its shelves meanwhile."""


def surroundings() -> dict[str, str]:
    """Where a server process finds what this one works with."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite:///{given['NAME']}"}
    who = f"{given['USER']}:{given['PASSWORD']}" if given["PASSWORD"] else given["USER"]
    if given["HOST"].startswith("/"):
        database = f"postgres://{who}@/{given['NAME']}?host={given['HOST']}"
    else:
        database = f"postgres://{who}@{given['HOST'] or '127.0.0.1'}:{given['PORT'] or 5432}/{given['NAME']}"
    return {"DATABASE_URL": database, "REDIS_URL": settings.REDIS_URL}


class Server:
    """A process that a test may kill and start again at the same address; what it writes to stderr is in `log`."""

    processes = 1

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = {**environment(folder, **GENEROUS), **settings}
        self._log = folder / f"log-{self.port}"
        self.process: subprocess.Popen[str] | None = None

    @property
    def log(self) -> str:
        return self._log.read_text()

    def start(self) -> None:
        command = [sys.executable, "-m", "klondike_service.serve", "--port", str(self.port)]
        command += ["--processes", str(self.processes)]
        with self._log.open("a") as log:
            self.process = subprocess.Popen(command, cwd=TREE, env=self._environment, stderr=log, text=True)
        wait_until_healthy(self.process, self.address)

    def kill(self) -> None:
        """At once, as a lost supply would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def terminate(self) -> int:
        """As an operator does; the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)

    def resident_kb(self) -> int:
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def manage(self, *arguments: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=TREE,
            env={**os.environ, **self._environment},
            check=True,
        )
