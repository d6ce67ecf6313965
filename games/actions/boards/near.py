"""What stands near a place of a board, with ranks and names, in one statement: so all of it is of one state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from accounts import statements
from games.actions.boards.counts import CHANGES, RANK, STANDING


class Row(NamedTuple):
    """A standing with the names of its player and game; `rank` where the database was asked for it."""

    rank_by: int
    achieved_at: int
    player: int
    public_id: str
    name: str
    game: str | None
    rank: int | None = None


Place = tuple[int, int, int]
"""`rank_by`, `achieved_at` and the player's key: no two standings of a board have the same."""

TOP: Place = (0, 0, 0)


class Near(NamedTuple):
    """Rows above a place, and from it downwards, both from the top; the viewer's own row, were it far away; how many
    stand on the board, and how many changes its counts haven't taken in."""

    above: list[Row]
    below: list[Row]
    own: Row | None
    total: int
    changes: int


_ABOVE, _BELOW, _OWN = range(3)
_COLUMNS = "rank_by, achieved_at, player_id, game_id"
_OF_PLAYER = f"SELECT {_COLUMNS} FROM games_standing WHERE board = %(board)s AND player_id = "
_MIDDLE_OF_PLAYER = f"{_OF_PLAYER} %(player)s"
_MIDDLE_AT_PLACE = """
    SELECT CAST(%(rank_by)s AS bigint) AS rank_by, CAST(%(achieved_at)s AS bigint) AS achieved_at,
        CAST(%(player)s AS bigint) AS player_id
"""
_MIDDLE = "(SELECT rank_by FROM middle), (SELECT achieved_at FROM middle), (SELECT player_id FROM middle)"
_NAMES = """
    JOIN accounts_player player ON player.id = {standing}.player_id
    LEFT JOIN games_game game ON game.id = {standing}.game_id
"""

# The limits are part of the text, so that the server plans for just so many rows. Ranks are asked for the viewer's own
# row and the first two figures: a row's equals may stand further up, but of all later figures each row is here. Without
# a row above, the first one is the first of the board.
_NEAR = f"""
    WITH {CHANGES}, middle AS (
        {{middle}}
    ), above AS (
        SELECT {_COLUMNS} FROM games_standing
        WHERE board = %(board)s AND (rank_by, achieved_at, player_id) < ({_MIDDLE})
        ORDER BY rank_by DESC, achieved_at DESC, player_id DESC LIMIT {{above}}
    ), below AS (
        SELECT {_COLUMNS} FROM games_standing
        WHERE board = %(board)s AND (rank_by, achieved_at, player_id) >= ({_MIDDLE})
        ORDER BY rank_by, achieved_at, player_id LIMIT {{below}}
    ), near AS (
        SELECT {_ABOVE} AS side, {_COLUMNS} FROM above
        UNION ALL SELECT {_BELOW}, {_COLUMNS} FROM below
        UNION ALL SELECT {_OWN}, own.* FROM ({_OF_PLAYER} %(viewer)s) own
    ), unranked AS (
        SELECT DISTINCT rank_by FROM near WHERE side <> {_OWN} AND EXISTS (SELECT 1 FROM above)
        ORDER BY rank_by LIMIT 2
    ), ranked AS (
        SELECT value.rank_by, {RANK} AS rank
        FROM (SELECT rank_by FROM unranked UNION SELECT rank_by FROM near WHERE side = {_OWN}) value
    )
    SELECT standing.total, standing.changes, near.side, near.rank_by, near.achieved_at, near.player_id,
        player.public_id, player.name, game.public_id, ranked.rank
    FROM ({STANDING}) standing LEFT JOIN (
        near {_NAMES.format(standing="near")} LEFT JOIN ranked ON ranked.rank_by = near.rank_by
    ) ON true
"""
_OF = f"""
    SELECT standing.rank_by, standing.achieved_at, standing.player_id, player.public_id, player.name, game.public_id
    FROM games_standing standing {_NAMES.format(standing="standing")}
    WHERE standing.board = %s AND standing.player_id IN ({{holes}})
"""


def near_place(board: str, place: Place, viewer: int | None, *, above: int, below: int) -> Near:
    """At most so many rows above the place, and from it downwards."""
    rank_by, achieved_at, player = place
    at = {"rank_by": rank_by, "achieved_at": achieved_at, "player": player}
    return _near(_MIDDLE_AT_PLACE, {"board": board, "viewer": viewer or 0, **at}, above, below)


def near_player(board: str, player: int, viewer: int | None, *, above: int, below: int) -> Near:
    """The same around the place of a player, whose own row is the first of those below; nothing where there is none."""
    return _near(_MIDDLE_OF_PLAYER, {"board": board, "viewer": viewer or 0, "player": player}, above, below)


def rows_of(board: str, players: Collection[int]) -> list[Row]:
    """Those of these players that stand on the board, from the top; without ranks."""
    holes = ", ".join(["%s"] * len(players))
    return sorted(Row(*row) for row in statements.fetch(_OF.format(holes=holes), [board, *players]))


def _near(middle: str, parameters: Mapping[str, str | int], above: int, below: int) -> Near:
    found = statements.fetch(_NEAR.format(middle=middle, above=above, below=below), parameters)
    sides: tuple[list[Row], list[Row], list[Row]] = ([], [], [])
    for _, _, side, *row in found:
        if side is not None:
            sides[side].append(Row(*row))
    total, changes = found[0][:2]
    return Near(sorted(sides[_ABOVE]), sorted(sides[_BELOW]), next(iter(sides[_OWN]), None), total, changes)


def ranks_of(near: Near) -> list[int]:
    """Competition ranks of the rows above and below."""
    ranks: list[int] = []
    first = 0
    rows: Sequence[Row] = [*near.above, *near.below]
    for index, row in enumerate(rows):
        if index and row.rank_by == rows[first].rank_by:
            ranks.append(ranks[first])
            continue
        after = ranks[first] + index - first if index else 1
        ranks.append(after if row.rank is None else row.rank)
        first = index
    return ranks
