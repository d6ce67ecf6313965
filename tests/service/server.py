"""A server that tests kill and start again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.service.process import TREE, environment, free_port, wait_until_healthy


class Server:
    """A process that a test may kill and start again at the same address; what it writes to stderr is in `log`."""

    processes = 1

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = environment(folder, **settings)
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

    def manage(self, *arguments: str) -> str:
        """What the command says, which succeeds."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=TREE, env=self._environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
