"""Reading a board: the top, the page after or before, the surroundings of a player, a circle of friends."""

from __future__ import annotations

import re
from collections.abc import Collection

from accounts.identifiers import PATTERN
from accounts.models import Player
from accounts.problems import Invalid
from games.actions.boards.board import Board, key, value_of
from games.actions.boards.counts import MANY_CHANGES, take_in
from games.actions.boards.near import TOP, Near, Place, Row, near_place, near_player, ranks_of, rows_of
from games.actions.boards.period import Period
from games.klondike.sight import Shown, rfc3339

_CURSOR = re.compile(rf"(next|prev)\.([0-9]{{1,11}})\.([0-9]{{1,15}})\.({PATTERN})")


class Reading:
    """One board of one ruleset and period."""

    def __init__(self, board: Board, ruleset: str, period: Period) -> None:
        self.board = board
        self.ruleset = ruleset
        self.period = period
        self.key = key(board, ruleset, period)

    def page(self, viewer: int | None, limit: int, cursor: str | None = None) -> Shown:
        """The top, or the page that `next` or `prev` of another one leads to. Raises `Invalid`."""
        direction, place = _read_cursor(cursor) if cursor else ("next", TOP)
        if direction == "next":
            near = near_place(self.key, place, viewer, above=1, below=limit + 1)
            return self._show(near, len(near.above), limit)
        near = near_place(self.key, place, viewer, above=limit + 1, below=1)
        first = max(0, len(near.above) - limit)
        return self._show(near, first, len(near.above) - first)

    def around(self, viewer: int | None, player: int, limit: int) -> Shown:
        """As many above as below the player, more on one side where the other ends; empty for who isn't on it."""
        half = (limit - 1) // 2
        near = near_player(self.key, player, viewer, above=half + 1, below=limit - half + 1)
        if near.below and (len(near.above) <= half or len(near.below) <= limit - half):
            near = near_player(self.key, player, viewer, above=limit, below=limit + 1)
        above = min(len(near.above), max(half, limit - len(near.below)))
        return self._show(near, len(near.above) - above, limit)

    def among(self, viewer: int, players: Collection[int]) -> Shown:
        """These players alone, all on one page, with the ranks they have among themselves."""
        rows = rows_of(self.key, players)
        values = [row.rank_by for row in rows]
        items = [self._item(row, 1 + values.index(row.rank_by)) for row in rows]
        mine = next((item for item, row in zip(items, rows, strict=True) if row.player == viewer), None)
        return {**self._head(len(rows)), "items": items, "me": mine, "next": None, "prev": None}

    def _show(self, near: Near, first: int, limit: int) -> Shown:
        """So many of the rows found, from the first to be shown."""
        found, ranks, until = [*near.above, *near.below], ranks_of(near), first + limit
        rows = found[first:until]
        if near.changes > MANY_CHANGES:
            take_in(self.key)
        return {
            **self._head(near.total),
            "items": [self._item(row, rank) for row, rank in zip(rows, ranks[first:until], strict=True)],
            "me": self._item(near.own, near.own.rank or 1) if near.own else None,
            "next": _cursor("next", rows[-1]) if rows and until < len(found) else None,
            "prev": _cursor("prev", rows[0]) if rows and first > 0 else None,
        }

    def _item(self, row: Row, rank: int) -> Shown:
        return {
            "rank": rank,
            "player": {"id": row.public_id, "name": row.name},
            "value": value_of(self.board, row.rank_by),
            "achieved_at": rfc3339(row.achieved_at),
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


def _cursor(direction: str, row: Row) -> str:
    return f"{direction}.{row.rank_by}.{row.achieved_at}.{row.public_id}"


def _read_cursor(cursor: str) -> tuple[str, Place]:
    """The direction and the place where its rows begin, or before which they end."""
    found = _CURSOR.fullmatch(cursor)
    player = Player.objects.filter(public_id=found[4]).values_list("pk", flat=True).first() if found else None
    if found is None or player is None:
        raise Invalid("This cursor is not from a page of a board.", field="cursor")
    direction = found[1]
    return direction, (int(found[2]), int(found[3]), player + (direction == "next"))
