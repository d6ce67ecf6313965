"""Games that end: one at a time, and as many as 500 a second while boards are read."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from multiprocessing import get_context
from random import Random

from django.db import OperationalError, connection, transaction

from bench.crowd import RULESET
from games.actions.boards.board import Board
from games.actions.boards.counts import take_in_all
from games.actions.boards.page import Reading
from games.actions.boards.period import ALL_TIME
from games.actions.deals import secret_deal
from games.actions.now import now_ms
from games.actions.owner import lock
from games.actions.settle import settle
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.models import Deal, Game, Standing

LOAD_S = 10
WANTED_PER_S = 500
WRITERS = 8
READERS = 1
COUNTS_EVERY_S = 5

Settle = Callable[[int], float]


def settling() -> Settle:
    """Settles a clean win of a player, faster than any before with a chance of one in two, by the code that settles
    all: everything an end writes beside its event. Returns the seconds that its commit took."""
    random = Random(os.getpid())
    pending: list[tuple[Game, History]] = []

    def settle_one(player: int) -> float:
        if not pending:
            pending.extend(games())
        game, history = pending.pop()
        game.player_id = player
        at, wall_ms = now_ms(), random.randint(100_000, 500_000)
        clock = history.clock._replace(elapsed_ms=wall_ms, at=at, started_at=at - wall_ms, ended_at=at)
        history = history._replace(status="won", actions=random.randint(100, 200), clock=clock)
        with transaction.atomic():
            lock(player)
            settle(game, history)
            written = time.perf_counter()
        return time.perf_counter() - written

    return settle_one


def games(count: int = 1_000) -> list[tuple[Game, History]]:
    """Rows for results to refer to, each with a secret deal of its own; made outside of what is measured."""
    rules = RULESETS[RULESET]
    cards = secret_deal().cards
    deals = Deal.objects.bulk_create([Deal(source="secret", cards=cards) for _ in range(count)])
    history = History.start(dealt(deals[0].layout), rules)
    snapshot = history._replace(status="won").snapshot()
    made = []
    for deal in deals:
        game = Game(player_id=1, deal=deal, origin="random", ruleset=RULESET, rules=rules.as_dict())
        game.rules_version = game.events_version = game.scoring_version = 1
        game.keep(snapshot)
        made.append(game)
    return [(game, history) for game in Game.objects.bulk_create(made)]


def load(size: int) -> str:
    """What came of settling as fast as wanted while boards are read and counted, each in processes of their own; ranks
    are proved afterwards."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL; forks need connections of their own
    share = size // WRITERS
    with get_context("fork").Pool(WRITERS + READERS + 1) as pool:
        begins = time.monotonic() + 8
        writing = [
            pool.apply_async(write, (begins, share * place + 1, share * (place + 1))) for place in range(WRITERS)
        ]
        reading = [pool.apply_async(read, (begins, size)) for _ in range(READERS)]
        pool.apply_async(count, (begins,))
        settled, repeated = map(sum, zip(*[one.get() for one in writing], strict=True))
        pages = sum(one.get() for one in reading)
    prove()
    return (
        f"{settled / LOAD_S:.0f} results/s settled by {WRITERS} processes ({WANTED_PER_S} asked for) beside "
        f"{pages / LOAD_S:.0f} pages/s: {repeated} deadlocks or other repeats; 50 ranks proved by counting"
    )


def write(begins: float, first: int, last: int) -> tuple[int, int]:
    """Settles at this writer's share of the rate; how many, and how many had to be repeated."""
    settle_one, random = settling(), Random(first)
    settle_one(first)
    pause_s, settled, repeated = WRITERS / WANTED_PER_S, 0, 0
    time.sleep(max(0.0, begins - time.monotonic()))
    while (now := time.monotonic()) - begins < LOAD_S:
        try:
            settle_one(random.randint(first, last))
            settled += 1
        except OperationalError:
            repeated += 1
        time.sleep(max(0.0, begins + settled * pause_s - now))
    return settled, repeated


def read(begins: float, size: int) -> int:
    random, pages = Random(3), 0
    time.sleep(max(0.0, begins - time.monotonic()))
    while time.monotonic() - begins < LOAD_S:
        for board in (Board.FASTEST, Board.WINS):
            player = random.randint(1, size)
            Reading(board, RULESET, ALL_TIME).around(player, player, 20)
            pages += 1
        time.sleep(0.02)
    return pages


def count(begins: float) -> None:
    """What a worker does beside."""
    while time.monotonic() - begins < LOAD_S:
        time.sleep(COUNTS_EVERY_S)
        take_in_all()


def prove() -> None:
    reading = Reading(Board.FASTEST, RULESET, ALL_TIME)
    latest = Standing.objects.filter(board=reading.key).order_by("-achieved_at")
    for player, value in list(latest.values_list("player", "rank_by")[:50]):
        better = Standing.objects.filter(board=reading.key, rank_by__lt=value).count()
        assert reading.page(player, 1)["me"]["rank"] == 1 + better
