"""What boards cost at one size: statements, the API, a Redis sorted set beside them, and many results at once."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import redis
from django.db import connection
from django.test import Client
from psycopg.errors import Diagnostic

from accounts.actions.sessions import open_session
from accounts.models import Player
from bench.crowd import BOARDS, RULESET, settling
from games.actions.boards.board import Board
from games.actions.boards.page import Reading
from games.actions.boards.period import ALL_TIME
from games.models import Standing

ROUNDS = 300
LOAD_S = 10
WANTED_PER_S = 500
WRITERS = 4
READERS = 1


class Server:
    """What PostgreSQL itself says that statements took, by `auto_explain`, which takes a superuser to load."""

    spent_ms = 0.0

    @classmethod
    def listen(cls) -> None:
        """On the connection that there is now."""
        connection.ensure_connection()
        connection.connection.add_notice_handler(cls.hear)
        with connection.cursor() as cursor:
            cursor.execute("LOAD 'auto_explain'")
            cursor.execute("SET auto_explain.log_min_duration = 0; SET client_min_messages = log")

    @classmethod
    def hear(cls, notice: Diagnostic) -> None:
        duration = re.match(r"duration: ([0-9.]+) ms", notice.message_primary or "")
        cls.spent_ms += float(duration[1]) if duration else 0.0


def measure(size: int) -> None:
    print(f"\n{size:,} players")
    for name in BOARDS:
        reading = Reading(Board(name), RULESET, ALL_TIME)
        report(f"{name}: top 100", size, partial(top, reading))
        report(f"{name}: my rank", size, partial(my_rank, reading))
        report(f"{name}: around me", size, partial(around, reading))
    report("settle one result", size, settling())
    over_http(size)
    in_redis(size)


def top(reading: Reading, player: int) -> None:
    reading.page(None, 100)


def my_rank(reading: Reading, player: int) -> None:
    reading.page(player, 1)


def around(reading: Reading, player: int) -> None:
    reading.around(player, player, 20)


def report(label: str, size: int, operation: Callable[[int], object], rounds: int = ROUNDS) -> None:
    """Of one operation: executing its statements, the CPU time that the server's process took for it with planning,
    talking, explaining and all, and how long it took here."""
    random, in_database, in_all, before = Random(1), [], [], backend_cpu_s()
    for _ in range(rounds):
        player, spent_ms, begun = random.randint(1, size), Server.spent_ms, time.perf_counter()
        operation(player)
        in_all.append(time.perf_counter() - begun)
        in_database.append((Server.spent_ms - spent_ms) / 1000)
    cpu_ms = (backend_cpu_s() - before) / rounds * 1000
    line(label, in_database, f"{cpu_ms:6.2f} server's CPU  {median(in_all) * 1000:6.2f} with Python")


def backend_cpu_s() -> float:
    """What the server's process behind our connection has used; nothing where it is on another machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{cursor.fetchone()[0]}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def line(label: str, times_s: list[float], remark: str = "") -> None:
    p50, p99 = median(times_s) * 1000, quantiles(times_s, n=100)[98] * 1000
    print(f"  {label:28} p50 {p50:6.2f}  p99 {p99:6.2f}  {remark}", flush=True)


def over_http(size: int) -> None:
    """What the API takes over an empty view, in this process and the database's: times, and CPU times on average."""
    connection.close()  # the next one explains nothing
    token = open_session(Player.objects.get(pk=size // 2), "").session_key
    client = Client(headers={"X-Session-Token": token}, SERVER_NAME="localhost")

    def times(path: str) -> tuple[list[float], float]:
        spent, cpu_s = [], time.process_time() + backend_cpu_s()
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            assert client.get(path).status_code == 200
            spent.append(time.perf_counter() - begun)
        return spent, (time.process_time() + backend_cpu_s() - cpu_s) / ROUNDS

    empty, empty_cpu_s = times("/api/v1/empty")
    line("empty view", empty, f"{empty_cpu_s * 1000:6.2f} CPU")
    for query in ("limit=100", "limit=20&around=me"):
        spent, cpu_s = times(f"/api/v1/leaderboards/fastest?rules={RULESET}&{query}")
        over, cpu_over = median(spent) - median(empty), cpu_s - empty_cpu_s
        line(f"GET {query}", spent, f"over the empty view: {over * 1000:6.2f}, {cpu_over * 1000:6.2f} CPU")


def in_redis(size: int) -> None:
    client, key, random = redis.Redis.from_url(os.environ["REDIS_URL"]), "bench:boards", Random(2)
    client.delete(key)
    for first in range(0, size, 10_000):
        client.zadd(key, {str(player): random.lognormvariate(12.6, 0.5) for player in range(first, first + 10_000)})

    def near(player: int) -> None:
        place: Any = client.zrank(key, str(player)) or 0
        client.zrange(key, max(0, place - 10), place + 10, withscores=True)

    operations: dict[str, Callable[[int], object]] = {
        "top 100": lambda _: client.zrange(key, 0, 99, withscores=True),
        "my rank": lambda player: client.zrank(key, str(player)),
        "around me": near,
        "one score": lambda player: client.zadd(key, {str(player): random.lognormvariate(12.6, 0.5)}),
    }
    for label, operation in operations.items():
        spent = []
        for _ in range(ROUNDS):
            player, begun = random.randrange(size), time.perf_counter()
            operation(player)
            spent.append(time.perf_counter() - begun)
        line(f"Redis sorted set: {label}", spent)
    client.delete(key)


def load(size: int) -> None:
    """Settles as fast as wanted while boards are read, each from processes of its own; then proves ranks."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL; forks need connections of their own
    spawned = get_context("fork")
    share = size // WRITERS
    with spawned.Pool(WRITERS + READERS) as pool:
        writing = [pool.apply_async(write, (share * place + 1, share * (place + 1))) for place in range(WRITERS)]
        reading = [pool.apply_async(read, (size,)) for _ in range(READERS)]
        settled = sum(one.get() for one in writing)
        pages = sum(one.get() for one in reading)
    per_s = settled / LOAD_S
    print(
        f"\n{per_s:.0f} results/s settled ({WANTED_PER_S} asked for) beside {pages / LOAD_S:.0f} pages/s, no deadlock"
    )
    reading = Reading(Board.FASTEST, RULESET, ALL_TIME)
    held = Standing.objects.filter(board=reading.key).order_by("achieved_at")
    for player, value in held.values_list("player", "rank_by")[:50]:
        better = Standing.objects.filter(board=reading.key, rank_by__lt=value).count()
        assert reading.page(player, 1)["me"]["rank"] == 1 + better
    print("50 ranks proved by counting")


def write(first: int, last: int) -> int:
    """Settles at this writer's share of the rate; any error, a deadlock too, ends the run."""
    settle, random = settling(), Random(first)
    settle(first)
    pause_s, begun, settled = WRITERS / WANTED_PER_S, time.monotonic(), 0
    while (now := time.monotonic()) - begun < LOAD_S:
        settle(random.randint(first, last))
        settled += 1
        time.sleep(max(0.0, begun + settled * pause_s - now))
    return settled


def read(size: int) -> int:
    random, begun, pages = Random(3), time.monotonic(), 0
    while time.monotonic() - begun < LOAD_S:
        for board in (Board.FASTEST, Board.WINS):
            Reading(board, RULESET, ALL_TIME).around(1, random.randint(1, size), 20)
            pages += 1
        time.sleep(0.02)
    return pages
