"""Players, results and standings by the million for `bench.boards`, and games for results to refer to."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

from django.db import connection, transaction

from accounts.models import Player
from games.actions.boards import standings
from games.actions.boards.counts import mend
from games.actions.deals import numbered_deal
from games.actions.now import moment, now_ms
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.models import Deal, Game, Result

RULESET = "turn-3"
BOARDS = ("fastest", "wins")

_PLAYERS = """
    INSERT INTO accounts_player
        (id, public_id, password, name, guest, avatar, preferences, created_at, seen_at,
        is_staff, is_active, is_superuser)
    SELECT n, lpad(translate(n::text, '0', 'A'), 12, 'z'), '', 'Player ' || n, true, 'spade', '{}', now(), now(),
        false, true, false
    FROM generate_series(%s, %s) n
"""
# A log-normal spread around five minutes, and a long tail of wins.
_STANDINGS = """
    INSERT INTO games_standing (player_id, board, rank_by, achieved_at)
    SELECT n, %s, CASE WHEN %s THEN (1::bigint << 35) - (least(1000, ceil(1 / (random() + 0.001)))::bigint << 6)
        ELSE (300000 * exp(0.5 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))::bigint END,
        1764500000000 + n
    FROM generate_series(%s, %s) n
"""
_RESULTS = """
    INSERT INTO games_result (game_id, player_id, deal_id, ruleset, origin, first_attempt, won, elapsed_ms, wall_ms,
        moves, actions, scoring_version, practice, assisted, peeked, banked, merged, ended_at, day)
    SELECT -n, n, %s, %s, 'random', true, true, 300000, 300000, 120, 150, 1, false, false, false, false, false,
        '2025-11-30', '2025-11-30'
    FROM generate_series(%s, %s) n
"""


def seed(first: int, last: int) -> None:
    """Players up to number `last`, each with one result and a place on the boards of all time."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # the results' games are left out
        cursor.execute(_PLAYERS, [first + 1, last])
        cursor.execute(_RESULTS, [numbered_deal("1").pk, RULESET, first + 1, last])
        for board in BOARDS:
            cursor.execute(_STANDINGS, [f"{board}:{RULESET}:all", board == "wins", first + 1, last])
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("SELECT setval(pg_get_serial_sequence('accounts_player', 'id'), %s)", [last])
        cursor.execute("VACUUM ANALYZE accounts_player")
        cursor.execute("VACUUM ANALYZE games_standing")
        cursor.execute("VACUUM ANALYZE games_result")
    for board in BOARDS:
        mend(f"{board}:{RULESET}:all")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_boardcount")


def settling() -> Callable[[int], None]:
    """Settles a clean win of a player, faster than any before with a chance of one in two."""
    deal, random = numbered_deal("1"), Random(os.getpid())
    pending: list[Game] = []

    def settle(player: int) -> None:
        if not pending:
            pending.extend(new_games(deal))
        at = moment(now_ms())
        wall_ms = random.randint(100_000, 500_000)
        result = Result(
            game=pending.pop(),
            player_id=player,
            deal=deal,
            ruleset=RULESET,
            origin="random",
            first_attempt=True,
            won=True,
            elapsed_ms=wall_ms,
            wall_ms=wall_ms,
            moves=120,
            actions=random.randint(100, 200),
            scoring_version=1,
            practice=False,
            assisted=False,
            peeked=False,
            banked=False,
            ended_at=at,
            day=at.date(),
        )
        with transaction.atomic():
            Player.objects.select_for_update().only("pk").get(pk=player)
            result.save(force_insert=True)
            standings.enter(result)

    return settle


def new_games(deal: Deal, count: int = 3_000) -> list[Game]:
    """Rows for results to refer to, in one go and outside of what is measured."""
    rules = RULESETS[RULESET]
    snapshot = History.start(dealt(deal.layout), rules)._replace(status="won").snapshot()
    games = []
    for _ in range(count):
        game = Game(player_id=1, deal=deal, origin="random", ruleset=RULESET, rules=rules.as_dict())
        game.rules_version = game.events_version = game.scoring_version = 1
        game.keep(snapshot)
        games.append(game)
    return Game.objects.bulk_create(games, batch_size=1_000)
