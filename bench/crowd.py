"""Players, results and standings by the million for `bench.boards`."""

from __future__ import annotations

from django.db import connection

from games.actions.boards.counts import mend, take_in_all
from games.actions.deals import numbered_deal

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
    take_in_all()
    for board in BOARDS:
        mend(f"{board}:{RULESET}:all")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_boardcount")
