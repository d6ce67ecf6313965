"""Exact ranks at a cost that doesn't grow with the board: a tree of counts, and the changes it hasn't taken in."""

from __future__ import annotations

from collections import Counter

from django.db import connection, transaction

from accounts import statements
from games.actions.boards.inserting import Table, insert
from games.models import BoardChange, BoardCount

BITS = 6
"""By how many bits the levels differ: a node has up to 64 children."""

LEVELS = range(5, 0, -1)
"""The root's children are at level 5. Below level 1 standings are counted themselves, 64 values at most."""

MANY_CHANGES = 500
"""A worker takes changes in every few seconds; whoever reads a board and finds more than that does it too."""

_BATCH = 2_000

_LEAF = f"((value.rank_by >> {BITS}) << {BITS})"
_OF_LEVEL = """
    COALESCE((
        SELECT SUM(count) FROM games_boardcount WHERE board = %(board)s AND level = {level}
            AND node >= ((value.rank_by >> {above}) << {bits}) AND node < (value.rank_by >> {within})
    ), 0)
"""
_OF_LEVELS = [
    _OF_LEVEL.format(level=level, bits=BITS, within=BITS * level, above=BITS * (level + 1)) for level in LEVELS
]

CHANGES = """
    changes AS MATERIALIZED (SELECT rank_by, "by" FROM games_boardchange WHERE board = %(board)s ORDER BY rank_by)
"""
"""What the counts of the board haven't taken in yet, read once; in order, so that PostgreSQL goes through the index
and marks there what is gone, instead of looking at it in the table each time."""

RANK = f"""
    CAST(1 + {" + ".join(_OF_LEVELS)} + (
        SELECT COUNT(*) FROM games_standing
        WHERE board = %(board)s AND rank_by >= {_LEAF} AND rank_by < value.rank_by
    ) + COALESCE((SELECT SUM("by") FROM changes WHERE rank_by < {_LEAF}), 0) AS bigint)
"""
"""For a statement with `CHANGES` and a table `value`: one more than the number of those above its `rank_by`."""

STANDING = f"""
    SELECT CAST(COALESCE((
        SELECT SUM(count) FROM games_boardcount WHERE board = %(board)s AND level = {LEVELS[0]}
    ), 0) + COALESCE(SUM("by"), 0) AS bigint) AS total, COUNT(*) AS changes FROM changes
"""
"""With `CHANGES` one row: how many stand on the board, and how many changes its counts haven't taken in."""

# The server's own vacuum comes each minute at most; until then readers of boards would look at all that is gone. The
# table keeps its size when it is empty, since statements are planned once, for the size that it has then.
_VACUUM = "VACUUM (ANALYZE, SKIP_LOCKED, TRUNCATE FALSE) games_boardchange"

_COUNTS = Table(
    "games_boardcount",
    {"board": "text", "level": "smallint", "node": "bigint", "count": "bigint"},
    "ON CONFLICT (board, level, node) DO UPDATE SET count = games_boardcount.count + excluded.count",
)
# In one order, so that two who count at once can't wait for each other in a circle.
_TAKE = f"""
    WITH taken AS (
        DELETE FROM games_boardchange WHERE id = ANY (ARRAY(
            SELECT id FROM games_boardchange WHERE board = %(board)s ORDER BY rank_by LIMIT {_BATCH}
            FOR UPDATE SKIP LOCKED
        )) RETURNING rank_by, "by"
    ), levels (level) AS (VALUES {", ".join([f"({level})" for level in LEVELS])}),
    added AS (
        INSERT INTO games_boardcount (board, level, node, count)
        SELECT %(board)s, level, rank_by >> ({BITS} * level) AS node, SUM("by") FROM taken CROSS JOIN levels
        GROUP BY level, node HAVING SUM("by") <> 0 ORDER BY level, node
        ON CONFLICT (board, level, node) DO UPDATE SET count = games_boardcount.count + excluded.count
    )
    SELECT COUNT(*) FROM taken
"""
# Adds what is missing instead of writing what is right: whatever others add at the same time stays.
_MEND = f"""
    WITH levels (level) AS (VALUES {", ".join([f"({level})" for level in LEVELS])}),
    seen (level, node, count) AS (
        SELECT level, rank_by >> ({BITS} * level), 1 FROM games_standing CROSS JOIN levels WHERE board = %s
        UNION ALL
        SELECT level, rank_by >> ({BITS} * level), -"by" FROM games_boardchange CROSS JOIN levels WHERE board = %s
        UNION ALL
        SELECT level, node, -count FROM games_boardcount WHERE board = %s
    )
    INSERT INTO games_boardcount (board, level, node, count)
    SELECT %s, level, node, SUM(count) FROM seen WHERE true GROUP BY level, node HAVING SUM(count) <> 0
    ORDER BY level, node
    ON CONFLICT (board, level, node) DO UPDATE SET count = games_boardcount.count + excluded.count
"""


def take_in(board: str) -> None:
    """Counts the changes of a board. Safe to run anywhere, twice, and at once: each change is taken by one."""
    while _take_some(board) == _BATCH:
        pass


def take_in_all() -> None:
    """The same for every board that has changes."""
    boards = list(BoardChange.objects.order_by().values_list("board", flat=True).distinct())
    for board in boards:
        take_in(board)
    if boards and connection.vendor == "postgresql" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute(_VACUUM)


def mend(board: str) -> None:
    """Makes the counts say what the standings say, while both may change: with the changes they are exact again."""
    with connection.cursor() as cursor:
        cursor.execute(_MEND, [board] * 4)
    BoardCount.objects.filter(board=board, count=0).delete()


def _take_some(board: str) -> int:
    if connection.vendor == "postgresql":
        ((taken,),) = statements.fetch(_TAKE, {"board": board})
        return int(taken)
    with transaction.atomic():
        changes = list(BoardChange.objects.filter(board=board)[:_BATCH])
        BoardChange.objects.filter(pk__in=[change.pk for change in changes]).delete()
        counts: Counter[tuple[int, int]] = Counter()
        for change in changes:
            for level in LEVELS:
                counts[level, change.rank_by >> BITS * level] += change.by
        insert((_COUNTS, [(board, level, node, count) for (level, node), count in sorted(counts.items()) if count]))
    return len(changes)
