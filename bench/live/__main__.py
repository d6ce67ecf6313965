"""Moves over the play socket, against Colyseus and boardgame.io in the same run.

    python -m bench.live [--seconds 10] [--rounds 3] [--only klondike,plain,colyseus,boardgameio] [--soak SECONDS]

The server, and of PostgreSQL the processes that serve it, are held to core 0, the driver to core 1. Each of our moves
is judged by the rules and on disk before it is acknowledged; the others keep everything in memory and judge nothing.
`flat`: 200 matches of two, each move sent as soon as the one before is acknowledged; three rounds in turns, since a
machine's pace wanders. `paced`: 1,000 matches, a move of
every player each 200 ms. `plain` is our server without its short way for frames. Needs node, and npm for its packages.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import psycopg

from klondike_service import servers

HERE = Path(__file__).parent
TREE = HERE.parents[1]
DATABASE = "klondike_bench_live"
OURS = ("klondike", "plain")
PEERS = ("colyseus", "boardgameio")
RUNS = (("connect", 1000), ("flat", 200), ("paced", 1000))
SOAK = 400
PORT = 28_100
LONGEST_LINE = 12_000

Told = dict[str, Any]


class Run(NamedTuple):
    system: str
    mode: str
    matches: int


def packages(var: Path) -> Path:
    """A folder with the other servers, the driver and what they need from npm."""
    folder = var / "bench"
    shutil.copytree(HERE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for part in (*PEERS, "driver"):
        if not (folder / part / "node_modules").exists():
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder / part, check=True)
    return folder


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


@contextmanager
def peer(folder: Path, system: str) -> Iterator[int]:
    environment = {**os.environ, "PORT": str(PORT), "NODE_ENV": "production"}
    command = ["taskset", "-c", "0", "node", "server.js"]
    with subprocess.Popen(command, cwd=folder / system, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(PORT)
            yield process.pid
        finally:
            process.kill()


@contextmanager
def ours(url: str, var: Path, run: Run, line: int) -> Iterator[int]:
    """The service on a database of its own, with its table laid."""
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "REDIS_URL": "",
        "VAR_DIR": str(var),
        "DJANGO_SETTINGS_MODULE": "klondike_service.settings",
        "LIVE_FRAMES": "off" if run.system == "plain" else "on",
        "LIMIT_COMMANDS_PER_SECOND": "100000",
        "LIMIT_GAME_EVENTS": "50000",
        "SHELF_TARGET": "0",
        "SHELF_LOW": "0",
    }
    lay = ["-m", "bench.live.stage", str(run.matches), str(line), stage(var)]
    for command in (["manage.py", "migrate", "--verbosity", "0"], lay):
        subprocess.run([sys.executable, *command], cwd=TREE, env=environment, check=True)
    command = ["taskset", "-c", "0", sys.executable, "-m", "klondike_service.serve", "--port", str(PORT)]
    with subprocess.Popen(command, cwd=TREE, env=environment, stderr=(var / "log").open("w")) as process:
        try:
            wait_for(PORT)
            yield process.pid
        finally:
            process.terminate()


def stage(var: Path) -> str:
    return str(var / "stage.json")


@contextmanager
def database_on_core_0(url: str) -> Iterator[int]:
    """PostgreSQL beside the server, as far as one may; its first process, of which all others are children. Those that
    it starts begin where it is itself."""
    with psycopg.connect(url) as connection:
        pids = [pid for (pid,) in connection.execute("SELECT pid FROM pg_stat_activity")]
        first = int(Path(f"/proc/{connection.info.backend_pid}/stat").read_text().rpartition(")")[2].split()[1])
    everywhere = os.sched_getaffinity(0)
    try:
        hold([first, *pids], {0})
    except PermissionError:
        print("PostgreSQL's processes can't be moved to core 0: run as its user", file=sys.stderr)
        yield first
        return
    yield first
    hold([first], everywhere)


def hold(pids: list[int], cores: set[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.sched_setaffinity(pid, cores)


def drive(folder: Path, run: Run, pids: tuple[int, int | None], seconds: float, staged: str | None) -> Told:
    system = "klondike" if run.system in OURS else run.system
    server, database = pids
    asked = {"system": system, "port": PORT, "matches": run.matches, "mode": run.mode, "stage": staged}
    asked |= {"server": server, "database": database}
    command = ["taskset", "-c", "1", "node", "drive.js", json.dumps({**asked, "seconds": seconds, "warm": 3})]
    where = folder / "driver"
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=seconds + 180, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    told: Told = json.loads(done.stdout)
    return {**told, "system": run.system}


def measure(folder: Path, run: Run, seconds: float) -> Told:
    if run.system in PEERS:
        with peer(folder, run.system) as server:
            return drive(folder, run, (server, None), seconds, None)
    with ExitStack() as running:
        var = Path(running.enter_context(TemporaryDirectory(prefix="klondike-bench-", ignore_cleanup_errors=True)))
        url = running.enter_context(servers.postgres(var / "postgres", DATABASE))
        fresh(url)
        line = LONGEST_LINE if run.mode == "flat" else round(5 * (seconds + 10)) + 100
        database = running.enter_context(database_on_core_0(url))
        server = running.enter_context(ours(url, var, run, line))
        return drive(folder, run, (server, database), seconds, stage(var))


def fresh(url: str) -> None:
    with psycopg.connect(url, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
    servers.make_database(url)


def show(told: Told) -> None:
    figures = "  ".join(f"{name} {value}" for name, value in told.items() if name not in ("system", "mode", "matches"))
    print(f"{told['system']:<12} {told['mode']:<8} {told['matches']:>5} matches  {figures}", flush=True)


def compare(all_told: list[Told]) -> None:
    """Our figures as multiples of theirs; of several rounds, their medians."""
    rates = {
        system: median(told["acks_a_s"] for told in all_told if (told["system"], told["mode"]) == (system, "flat"))
        for system in {told["system"] for told in all_told if told["mode"] == "flat"}
    }
    p99 = {told["system"]: told["p99_ms"] for told in all_told if told["mode"] == "paced"}
    for mine in OURS:
        for their in PEERS:
            if mine in rates and their in rates:
                print(f"{mine} / {their}: {rates[mine] / rates[their]:.2f} × the moves a second", end="")
                print(f", {p99[mine] / p99[their]:.2f} × the p99 at 10,000 a second" if their in p99 else "")


def main() -> None:
    arguments = argparse.ArgumentParser(prog="bench.live", description=__doc__.partition("\n")[0])
    arguments.add_argument("--seconds", type=float, default=10)
    arguments.add_argument("--only", default=",".join((*OURS, *PEERS)))
    arguments.add_argument("--modes", default="connect,flat,paced")
    arguments.add_argument("--rounds", type=int, default=3, help="of flat, the systems taking turns")
    arguments.add_argument("--soak", type=float, default=0, help="seconds of the paced load alone, on our server")
    chosen = arguments.parse_args()
    folder = packages(TREE / "var")
    if chosen.soak:
        show(measure(folder, Run("klondike", "paced", SOAK), chosen.soak))
        return
    told = []
    for mode, matches in RUNS:
        rounds = chosen.rounds if mode == "flat" else 1
        for system in chosen.only.split(",") * rounds:
            if mode in chosen.modes.split(","):
                told.append(measure(folder, Run(system, mode, matches), chosen.seconds))
                show(told[-1])
    compare(told)


if __name__ == "__main__":
    main()
