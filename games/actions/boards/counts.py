"""Exact ranks at a cost that doesn't grow with the board: a tree of counts, and the changes it hasn't taken in."""

from __future__ import annotations

from collections import Counter

from django.db import connection, transaction

from accounts import statements
from games.models import BoardChange, BoardCount

BITS = 6
"""By how many bits the levels differ: a node has up to 64 children."""

LEVELS = range(5, 0, -1)
"""The root's children are at level 5. Below level 1 standings are counted themselves, 64 values at most."""

MANY_CHANGES = 500
"""A worker takes changes in every few seconds; whoever reads a board and finds more than that does it too."""

_BATCH = 2_000

_OF_LEVEL = """
    COALESCE((
        SELECT SUM(count) FROM games_boardcount WHERE board = %s AND level = %s AND node >= %s AND node < %s
    ), 0)
"""
# Of one board: everybody whose `rank_by` is smaller. One statement sees one state.
_BETTER = f"""
    SELECT {" + ".join([_OF_LEVEL] * len(LEVELS))}
        + (SELECT COUNT(*) FROM games_standing WHERE board = %s AND rank_by >= %s AND rank_by < %s)
        + COALESCE((SELECT SUM("by") FROM games_boardchange WHERE board = %s AND rank_by < %s), 0)
"""
_TOTAL = """
    SELECT COALESCE((SELECT SUM(count) FROM games_boardcount WHERE board = %s AND level = %s), 0)
        + COALESCE(SUM("by"), 0), COUNT(*) FROM games_boardchange WHERE board = %s
"""
_ADD = """
    INSERT INTO games_boardcount (board, level, node, count) VALUES (%s, %s, %s, %s)
    ON CONFLICT (board, level, node) DO UPDATE SET count = games_boardcount.count + excluded.count
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


def rank(board: str, rank_by: int) -> int:
    """One more than the number of those who stand above."""
    parameters: list[str | int] = []
    for level in LEVELS:
        node = rank_by >> BITS * level
        parameters += [board, level, node >> BITS << BITS, node]
    leaf = rank_by >> BITS << BITS
    parameters += [board, leaf, rank_by, board, leaf]
    ((better,),) = statements.fetch(_BETTER, parameters)
    return 1 + int(better)


def total(board: str) -> tuple[int, bool]:
    """How many stand on the board, and whether it has so many changes that they should be taken in."""
    ((standing, changes),) = statements.fetch(_TOTAL, [board, LEVELS[0], board])
    return int(standing), changes > MANY_CHANGES


def take_in(board: str) -> None:
    """Counts the changes of a board. Safe to run anywhere, twice, and at once: each change is taken by one."""
    while _take_some(board) == _BATCH:
        pass


def take_in_all() -> None:
    """The same for every board that has changes."""
    for board in list(BoardChange.objects.order_by().values_list("board", flat=True).distinct()):
        take_in(board)


def mend(board: str) -> None:
    """Makes the counts say what the standings say, while both may change: with the changes they are exact again."""
    with connection.cursor() as cursor:
        cursor.execute(_MEND, [board] * 4)
    BoardCount.objects.filter(board=board, count=0).delete()


def _take_some(board: str) -> int:
    with transaction.atomic():
        changes = list(BoardChange.objects.select_for_update(skip_locked=True).filter(board=board)[:_BATCH])
        BoardChange.objects.filter(pk__in=[change.pk for change in changes]).delete()
        counts: Counter[tuple[int, int]] = Counter()
        for change in changes:
            for level in LEVELS:
                counts[level, change.rank_by >> BITS * level] += change.by
        added = [(board, level, node, count) for (level, node), count in sorted(counts.items()) if count]
        if added:
            with connection.cursor() as cursor:
                cursor.executemany(_ADD, added)
    return len(changes)
