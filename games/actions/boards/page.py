"""Reading a board: the top, the page after or before, the surroundings of a player, a circle of friends."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from django.db import connection, transaction

from accounts import statements
from accounts.identifiers import PATTERN
from accounts.models import Player
from accounts.problems import Invalid
from games.actions.boards.board import Board, key, value_of
from games.actions.boards.counts import rank, take_in, total
from games.actions.boards.period import Period
from games.actions.now import moment
from games.klondike.sight import Shown


class Row(NamedTuple):
    """A standing with the names of its player and game."""

    rank_by: int
    achieved_at: int
    player: int
    public_id: str
    name: str
    game: str | None


Place = tuple[int, int, int]
"""`rank_by`, `achieved_at` and the player's key: no two standings of a board have the same."""

_TOP: Place = (-1, 0, 0)
_FROM = """
    SELECT standing.rank_by, standing.achieved_at, standing.player_id, player.public_id, player.name, game.public_id
    FROM games_standing standing
    JOIN accounts_player player ON player.id = standing.player_id
    LEFT JOIN games_game game ON game.id = standing.game_id
    WHERE standing.board = %s
"""
_IN_ORDER = "(standing.rank_by, standing.achieved_at, standing.player_id)"
# The limit is part of the text, so that the server plans for just so many rows.
_DOWN = (
    f"{_FROM} AND {_IN_ORDER} > (%s, %s, %s) "
    "ORDER BY standing.rank_by, standing.achieved_at, standing.player_id LIMIT {limit}"
)
_UP = (
    f"{_FROM} AND {_IN_ORDER} < (%s, %s, %s) "
    "ORDER BY standing.rank_by DESC, standing.achieved_at DESC, standing.player_id DESC LIMIT {limit}"
)


_CURSOR = re.compile(rf"(next|prev)\.([0-9]{{1,11}})\.([0-9]{{1,15}})\.({PATTERN})")


@contextmanager
def one_state() -> Iterator[None]:
    """All statements within see the database as it is at the first of them, so that page, ranks and total agree."""
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class Reading:
    """One board of one ruleset and period."""

    def __init__(self, board: Board, ruleset: str, period: Period) -> None:
        self.board = board
        self.ruleset = ruleset
        self.period = period
        self.key = key(board, ruleset, period)

    def page(self, viewer: int | None, limit: int, cursor: str | None = None) -> Shown:
        """The top, or the page that `next` or `prev` of another one leads to. Raises `Invalid`."""
        direction, place = _read_cursor(cursor) if cursor else ("next", _TOP)
        with one_state():
            if direction == "next":
                rows = self._down(place, limit + 1)
                above = cursor is not None and bool(rows) and bool(self._up(_place(rows[0]), 1))
                shown = self._show(viewer, rows[:limit], above=above, below=len(rows) > limit)
            else:
                rows = self._up(place, limit + 1)
                below = bool(rows) and bool(self._down(_place(rows[0]), 1))
                shown = self._show(viewer, rows[:limit][::-1], above=len(rows) > limit, below=below)
        return self._count_later(shown)

    def around(self, viewer: int | None, player: int, limit: int) -> Shown:
        """As many above as below the player, more on one side where the other ends; empty for who isn't on it."""
        half = (limit - 1) // 2
        with one_state():
            mine = self._of([player])
            above = self._up(_place(mine[0]), half + 1) if mine else []
            below = self._down(_place(mine[0]), limit - min(half, len(above))) if mine else []
            if mine and len(below) < limit - 1 - half:
                half = limit - 1 - len(below)
                above = self._up(_place(mine[0]), half + 1)
            rows = [*above[:half][::-1], *mine, *below]
            shown = self._show(
                viewer,
                rows[:limit],
                above=len(above) > half,
                below=len(rows) > limit,
                mine=mine if viewer == player else None,
            )
        return self._count_later(shown)

    def among(self, viewer: int, players: Collection[int]) -> Shown:
        """These players alone, all on one page, with the ranks they have among themselves."""
        rows = sorted(self._of(players))
        values = [row.rank_by for row in rows]
        items = [self._item(row, 1 + values.index(row.rank_by)) for row in rows]
        mine = next((item for item, row in zip(items, rows, strict=True) if row.player == viewer), None)
        return {**self._head(len(rows)), "items": items, "me": mine, "next": None, "prev": None}

    def _show(
        self, viewer: int | None, rows: Sequence[Row], *, above: bool, below: bool, mine: list[Row] | None = None
    ) -> Shown:
        """`mine` is the viewer's own row, if it has been read."""
        ranks = self._ranks(rows, above=above)
        if mine is None:
            mine = self._of([viewer]) if viewer is not None else []
        standing, self.has_many_changes = total(self.key)
        return {
            **self._head(standing),
            "items": [self._item(row, place) for row, place in zip(rows, ranks, strict=True)],
            "me": self._item(mine[0], rank(self.key, mine[0].rank_by)) if mine else None,
            "next": _cursor("next", rows[-1]) if below else None,
            "prev": _cursor("prev", rows[0]) if above else None,
        }

    def _count_later(self, shown: Shown) -> Shown:
        if self.has_many_changes:
            take_in(self.key)
        return shown

    def _ranks(self, rows: Sequence[Row], *, above: bool) -> list[int]:
        """Competition ranks. The database is asked for that of the first row and, since equals of it may stand on the
        page before, for that of the first row below those; the others follow."""
        ranks: list[int] = []
        counted = not above
        for index, row in enumerate(rows):
            if index and row.rank_by == rows[index - 1].rank_by:
                ranks.append(ranks[-1])
            elif counted:
                ranks.append(ranks[-1] + index - ranks.index(ranks[-1]) if index else 1)
            else:
                ranks.append(rank(self.key, row.rank_by))
                counted = index > 0
        return ranks

    def _item(self, row: Row, place: int) -> Shown:
        return {
            "rank": place,
            "player": {"id": row.public_id, "name": row.name},
            "value": value_of(self.board, row.rank_by),
            "achieved_at": moment(row.achieved_at),
            "game": row.game,
        }

    def _head(self, standing: int) -> Shown:
        starts, ends = self.period.starts_at, self.period.ends_at
        return {
            "board": self.board.value,
            "rules": self.ruleset,
            "period": {"id": self.period.id, "starts_at": starts, "ends_at": ends},
            "total": standing,
        }

    def _down(self, place: Place, limit: int) -> list[Row]:
        return _rows(_DOWN.format(limit=limit), [self.key, *place])

    def _up(self, place: Place, limit: int) -> list[Row]:
        return _rows(_UP.format(limit=limit), [self.key, *place])

    def _of(self, players: Collection[int]) -> list[Row]:
        holes = ", ".join(["%s"] * len(players))
        return _rows(f"{_FROM} AND standing.player_id IN ({holes})", [self.key, *players]) if players else []


def _rows(statement: str, parameters: Sequence[str | int]) -> list[Row]:
    return [Row(*row) for row in statements.fetch(statement, parameters)]


def _place(row: Row) -> Place:
    return row.rank_by, row.achieved_at, row.player


def _cursor(direction: str, row: Row) -> str:
    return f"{direction}.{row.rank_by}.{row.achieved_at}.{row.public_id}"


def _read_cursor(cursor: str) -> tuple[str, Place]:
    found = _CURSOR.fullmatch(cursor)
    player = Player.objects.filter(public_id=found[4]).values_list("pk", flat=True).first() if found else None
    if found is None or player is None:
        raise Invalid("This cursor is not from a page of a board.", field="cursor")
    return found[1], (int(found[2]), int(found[3]), player)
