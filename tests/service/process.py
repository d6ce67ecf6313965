"""Runs the service's own programs as an operator would, in an environment of their own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

TREE = Path(__file__).parents[2]


def environment(var: Path, **settings: str) -> dict[str, str]:
    """SQLite in `var` and no Redis, unless the settings say otherwise."""
    return {"PATH": os.environ["PATH"], "HOME": str(var), "VAR_DIR": str(var), **settings}


def run(*arguments: str, var: Path, **settings: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=TREE, env=environment(var, **settings), capture_output=True, text=True, timeout=60, check=False
    )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def serving(var: Path, **settings: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The server once it answers, and its address; killed at the end if it still runs."""
    port = free_port()
    command = [sys.executable, "-m", "klondike_service.serve", "--port", str(port)]
    process = subprocess.Popen(command, cwd=TREE, env=environment(var, **settings), stderr=subprocess.PIPE, text=True)
    try:
        wait_until_healthy(process, f"http://127.0.0.1:{port}")
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.communicate()


def wait_until_healthy(process: "subprocess.Popen[str]", address: str) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5):
                return
        except (URLError, TimeoutError):
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < deadline, "the server did not answer within 30 s"
            time.sleep(0.1)


def children(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return sorted(int(child) for child in listed.stdout.split())


def until(condition: Callable[[], bool], within_s: float = 30) -> None:
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)
