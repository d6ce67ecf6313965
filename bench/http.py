"""A move over HTTP against an empty DRF view, in the same server: requests a second and CPU µs of each.

    python -m bench.http [--rounds 3] [--keep]

The server is `klondike_service.serve` on PostgreSQL (DATABASE_URL, else the one of this machine) without Redis, held to
core 0; the driver is held to core 1 and keeps 8 connections busy. Every move is durable before it is answered. CPU is
the server process's own; PostgreSQL's is printed beside it, per move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psycopg
from psycopg.sql import SQL, Identifier

from klondike_service import servers

CONNECTIONS = 8
GAMES = 4
"""Of each connection, in each round."""
DATABASE = "klondike_bench"
TICKS = os.sysconf("SC_CLK_TCK")
# Deal number 8 under turn-1, up to where the finish begins.
LINE = """
    5-4 4-6x2 5-f 3-5 5-2x2 2-4x3 3-2 1-f 4-f draw draw w-2 draw w-3 4-3x3 draw w-2 draw draw w-1 draw w-f 4-f 3-f 5-f
    4-f 7-f 7-4 7-6 7-f 7-2 7-f 7-f w-6 draw draw w-1 6-1x5 draw w-f 5-f draw w-1 draw draw w-1 draw draw draw w-5 draw
    w-4 w-4 6-4 6-f 6-f 6-f 1-f w-1 draw w-f 3-f 1-f draw draw w-7 draw draw w-5 draw w-f 6-f 2-f 2-f 4-f draw w-f 3-f
    1-f 3-f 1-f 3-f 1-f 1-f 2-f w-2 w-f w-f w-f w-f
""".split()


class Figures(NamedTuple):
    requests: int
    seconds: float
    server_s: float
    database_s: float

    @property
    def rate(self) -> float:
        return self.requests / self.seconds

    @property
    def server_us(self) -> float:
        return 1e6 * self.server_s / self.requests

    @property
    def database_us(self) -> float:
        return 1e6 * self.database_s / self.requests


class Server:
    """The service at `address`, whose process is `pid`."""

    def __init__(self, address: tuple[str, int], pid: int) -> None:
        self.address = address
        self.pid = pid

    def post(self, path: str, body: object, token: str = "") -> dict[str, object]:
        headers = {"Content-Type": "application/json"} | ({"X-Session-Token": token} if token else {})
        url = f"http://{self.address[0]}:{self.address[1]}/api/v1/{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            shown: dict[str, object] = json.load(answer)
            return shown

    def measure(self, batches: list[list[bytes]]) -> Figures:
        """Sends each batch over a connection of its own, one request after another."""
        server, database = cpu_s(self.pid), backends_s()
        began = time.monotonic()
        asyncio.run(drive(self.address, batches))
        seconds = time.monotonic() - began
        return Figures(sum(map(len, batches)), seconds, cpu_s(self.pid) - server, backends_s() - database)


async def drive(address: tuple[str, int], batches: list[list[bytes]]) -> None:
    await asyncio.gather(*[send(address, batch) for batch in batches])


async def send(address: tuple[str, int], requests: list[bytes]) -> None:
    reader, writer = await asyncio.open_connection(*address)
    for request in requests:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"A request was refused: {head.decode()}")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
    writer.close()


def empties(server: Server) -> list[list[bytes]]:
    request = b"GET /api/v1/empty HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    return [[request] * (GAMES * len(LINE)) for _ in range(CONNECTIONS)]


def moves(server: Server) -> list[list[bytes]]:
    """A player for each connection, who plays games one after another; they are dealt before the clock starts."""
    return [[request for _ in range(GAMES) for request in game(server)] for _ in range(CONNECTIONS)]


def game(server: Server) -> Iterator[bytes]:
    token = str(server.post("accounts/guest", {})["token"])
    dealt = server.post("games", {"rules": "turn-1", "deal": {"kind": "number", "number": "8"}}, token)
    for after, move in enumerate(LINE, 1):
        body = json.dumps({"move": move, "after": after, "id": f"bench-{after}"}).encode()
        head = f"POST /api/v1/games/{dealt['id']}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Session-Token: {token}\r\n"
        yield f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def cpu_s(pid: int) -> float:
    """User and system time of a process with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def backends_s() -> float:
    """Of the database server's processes that work for the bench."""
    spent = 0.0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes()
                if words.startswith(b"postgres:") and DATABASE.encode() in words:
                    spent += cpu_s(int(folder.name))
            except (FileNotFoundError, ProcessLookupError):
                continue  # it ended meanwhile
    return spent


@contextmanager
def serving(database: str, var: Path) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = free.getsockname()[:2]
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "DATABASE_URL": database,
        "VAR_DIR": str(var),
        "LIMIT_GUESTS_PER_HOUR": "1000000",
        "LIMIT_COMMANDS_PER_SECOND": "100000",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True)
    command = [sys.executable, "-m", "klondike_service.serve", "--port", str(address[1])]
    process = subprocess.Popen(command, env=environment)
    os.sched_setaffinity(process.pid, {0})
    try:
        wait_until_it_answers(address)
        yield Server(address, process.pid)
    finally:
        process.terminate()
        process.wait()


def wait_until_it_answers(address: tuple[str, int]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(f"http://{address[0]}:{address[1]}/healthz", timeout=5):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@contextmanager
def scratch_database(running: ExitStack, folder: Path, *, keep: bool) -> Iterator[str]:
    url = os.environ.get("DATABASE_URL") or running.enter_context(servers.postgres(folder / "postgres", "postgres"))
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        named = Identifier(DATABASE)
        connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(named))
        connection.execute(SQL("CREATE DATABASE {}").format(named))
        scheme, _, rest = url.partition("://")
        yield f"{scheme}://{rest.rpartition('/')[0]}/{DATABASE}"
        if not keep:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(named))


def total(figures: list[Figures]) -> Figures:
    return Figures(*[sum(column) for column in zip(*figures, strict=True)])  # type: ignore[arg-type]


def main() -> None:
    arguments = argparse.ArgumentParser(prog="bench.http", description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--keep", action="store_true", help="leave the database and print the server's pid first")
    chosen = arguments.parse_args()
    os.sched_setaffinity(0, {1})
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory()))
        database = running.enter_context(scratch_database(running, folder, keep=chosen.keep))
        server = running.enter_context(serving(database, folder))
        if chosen.keep:
            print("server:", server.pid, flush=True)
        found: dict[str, list[Figures]] = {}
        kinds: dict[str, Callable[[Server], list[list[bytes]]]] = {"empty view": empties, "move": moves}
        for make in kinds.values():
            server.measure([batch[:50] for batch in make(server)])  # warm
        for _ in range(chosen.rounds):
            for kind, make in kinds.items():
                found.setdefault(kind, []).append(server.measure(make(server)))
        for kind, figures in found.items():
            sums = total(figures)
            cpu = f"server {sums.server_us:4.0f} µs  database {sums.database_us:4.0f} µs"
            print(f"{kind:10}  {sums.rate:6.0f}/s  {cpu}")
        empty, move = (total(figures) for figures in found.values())
        print(f"the move runs at {100 * move.rate / empty.rate:.0f} % of the empty view's rate,", end=" ")
        print(f"at {move.server_us / empty.server_us:.2f} times its CPU")


if __name__ == "__main__":
    main()
