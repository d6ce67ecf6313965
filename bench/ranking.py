"""What boards cost at one size: in the database, at the API, and in a Redis sorted set beside them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from statistics import median, quantiles
from typing import Any

import redis
from django.db import connection
from django.test import Client
from psycopg.errors import Diagnostic

from accounts.actions.sessions import open_session
from accounts.models import Player
from bench.crowd import BOARDS, RULESET
from bench.settling import Settle, settling
from games.actions.boards.board import Board
from games.actions.boards.page import Reading
from games.actions.boards.period import ALL_TIME

ROUNDS = 300
ROUNDS_OF_PAGES = 60
PAGES = "pages: {}"

Figures = dict[str, tuple[float, float]]
"""By operation: the median and the 95th percentile of milliseconds, or of pages."""


class Server:
    """What PostgreSQL itself says that executing statements took, by `auto_explain`, which takes a superuser."""

    spent_s = 0.0
    pages = 0

    @classmethod
    def listen(cls) -> None:
        """On the connection that there is now."""
        connection.ensure_connection()
        with suppress(ValueError):  # the pool hands a connection out again
            connection.connection.remove_notice_handler(cls.hear)
        connection.connection.add_notice_handler(cls.hear)
        with connection.cursor() as cursor:
            cursor.execute("LOAD 'auto_explain'")
            cursor.execute("SET auto_explain.log_min_duration = 0; SET client_min_messages = log")

    @classmethod
    def count_pages(cls, on: bool) -> None:
        """Of its memory and files, from now on: that slows it down, and no load on the machine changes it."""
        with connection.cursor() as cursor:
            cursor.execute(f"SET auto_explain.log_analyze = {on}; SET auto_explain.log_buffers = {on}")

    @classmethod
    def hear(cls, notice: Diagnostic) -> None:
        said = notice.message_primary or ""
        duration = re.match(r"duration: ([0-9.]+) ms", said)
        cls.spent_s += float(duration[1]) / 1000 if duration else 0.0
        pages = re.search(r"Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?", said)
        cls.pages += sum(int(number or 0) for number in pages.groups()) if pages else 0

    @classmethod
    def time(cls, operation: Callable[[], object]) -> float:
        before = cls.spent_s
        operation()
        return cls.spent_s - before


def measure(size: int) -> Figures:
    return {**in_database(size), **over_http(size), **in_redis(size)}


def in_database(size: int) -> Figures:
    """Executing all statements of an operation; of a settled result without and with its commit, which waits for the
    disk."""
    Server.listen()
    random, figures = Random(1), {}
    for name in BOARDS:
        reading = Reading(Board(name), RULESET, ALL_TIME)
        operations: dict[str, Callable[[int], object]] = {
            "top 100": lambda _, reading=reading: reading.page(None, 100),
            "my rank": lambda player, reading=reading: reading.page(player, 1),
            "around me": lambda player, reading=reading: reading.around(player, player, 20),
        }
        for label, operation in operations.items():
            times = [Server.time(partial(operation, random.randint(1, size))) for _ in range(ROUNDS)]
            figures[f"database: {name}, {label}"] = summed_up(times)
            figures[PAGES.format(f"{name}, {label}")] = pages_of(lambda: operation(random.randint(1, size)))  # noqa: B023
    settle_one, times, whole = settling(), [], []
    settle_one(1)
    for _ in range(ROUNDS):
        spent_s, commit_s = settled(settle_one, random.randint(1, size))
        times.append(spent_s)
        whole.append(spent_s + commit_s)
    figures["database: settle one result"] = summed_up(times)
    figures["  and its commit (fsync)"] = summed_up(whole)
    figures[PAGES.format("settle one result")] = pages_of(lambda: settle_one(random.randint(1, size)))
    connection.close()
    return dict(sorted(figures.items(), key=lambda figure: figure[0].startswith(PAGES.format(""))))


def pages_of(operation: Callable[[], object]) -> tuple[float, float]:
    Server.count_pages(True)
    counts = []
    for _ in range(ROUNDS_OF_PAGES):
        before = Server.pages
        operation()
        counts.append(Server.pages - before)
    Server.count_pages(False)
    return median(counts), quantiles(counts, n=20)[18]


def settled(settle_one: Settle, player: int) -> tuple[float, float]:
    before = Server.spent_s
    commit_s = settle_one(player)
    return Server.spent_s - before, commit_s


def summed_up(times_s: list[float]) -> tuple[float, float]:
    return median(times_s) * 1000, quantiles(times_s, n=20)[18] * 1000


def over_http(size: int) -> Figures:
    """A whole request in this process, with a session, over a view that does nothing."""
    token = open_session(Player.objects.get(pk=size // 2), "").session_key
    client = Client(headers={"X-Session-Token": token}, SERVER_NAME="localhost")

    def get(path: str) -> float:
        begun = time.perf_counter()
        assert client.get(path).status_code == 200
        return time.perf_counter() - begun

    board = f"/api/v1/leaderboards/fastest?rules={RULESET}"
    paths = {
        "empty view": "/api/v1/empty",
        "top 100": f"{board}&limit=100",
        "my rank": f"{board}&limit=1",
        "around me": f"{board}&limit=20&around=me",
    }
    # In turns, so that what else the machine does falls on all of them.
    rounds = [{label: get(path) for label, path in paths.items()} for _ in range(ROUNDS)]
    times = {label: [one[label] for one in rounds] for label in paths}
    empty = median(times["empty view"])
    return {"API: empty view": summed_up(times["empty view"])} | {
        f"API over it: {label}": summed_up([one - empty for one in times[label]])
        for label in paths
        if label != "empty view"
    }


def in_redis(size: int) -> Figures:
    """As the client waits for it."""
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
    figures = {}
    for label, operation in operations.items():
        spent = []
        for _ in range(ROUNDS):
            player, begun = random.randrange(size), time.perf_counter()
            operation(player)
            spent.append(time.perf_counter() - begun)
        figures[f"Redis sorted set: {label}"] = summed_up(spent)
    client.delete(key)
    return figures
