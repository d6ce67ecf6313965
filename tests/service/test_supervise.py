import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest

from tests.service.process import TREE, children, environment, free_port, until, wait_until_healthy

pytestmark = pytest.mark.full


@pytest.fixture
def database() -> Iterator[str]:
    name = f"klondike_supervised_{os.getpid()}"
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield server.rpartition("/")[0] + f"/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_killed_process_comes_back_and_a_signal_ends_them_all(tmp_path: Path, database: str) -> None:
    port = free_port()
    command = [sys.executable, "-m", "klondike_service.supervise", "--port", str(port)]
    env = environment(tmp_path, DATABASE_URL=database, REDIS_URL=os.environ["REDIS_URL"])
    with subprocess.Popen(command, cwd=TREE, env=env, stderr=subprocess.PIPE, text=True) as supervisor:
        try:
            wait_until_healthy(supervisor, f"http://127.0.0.1:{port}")
            assert urlopen(f"http://127.0.0.1:{port}/readyz").status == 200
            until(lambda: len(children(supervisor.pid)) == 4)
            time.sleep(6)  # past what counts as failing at the start
            web, worker, solver, beat = children(supervisor.pid)
            assert len(children(web)) == 2
            os.kill(worker, signal.SIGKILL)
            until(lambda: len(children(supervisor.pid)) == 4 and worker not in children(supervisor.pid))
            assert {web, solver, beat} < set(children(supervisor.pid))
        finally:
            processes = [*children(supervisor.pid), *children(children(supervisor.pid)[0])]
            supervisor.terminate()
            _, log = supervisor.communicate(timeout=60)
    assert supervisor.returncode == 0, log
    assert "worker ended with code -9" in log
    assert not [pid for pid in processes if Path(f"/proc/{pid}").exists()]
