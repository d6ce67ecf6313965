"""What a result that has just been settled meets on the boards, read in one statement."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db import connection

from accounts import statements
from accounts.models import Player
from games.actions.boards.board import Board, key
from games.actions.boards.period import periods
from games.models import Result
from games.models.suspicion import State

_BOARDS = (Board.FASTEST, Board.ACTIONS, Board.POINTS, Board.WINS, Board.STREAK)
_PLAYER = ("id", "preferences", "is_active", "deleted_at")
_FIELDS = [field.attname for field in Player._meta.concrete_fields if field.attname in _PLAYER]
"""In the order of the model, which `from_db` goes by."""

_PERIODS = 4
_STATEMENT = f"""
    WITH solo AS NOT MATERIALIZED (
        SELECT * FROM games_result WHERE player_id = %(player)s AND ruleset = %(ruleset)s
            AND NOT practice AND NOT merged AND origin IN ('random', 'winnable')
    ), runs AS MATERIALIZED (
        SELECT {", ".join(f"COUNT(CASE WHEN day >= %(first{n})s THEN 1 END)" for n in range(_PERIODS))}
        FROM solo WHERE won AND first_attempt AND NOT assisted AND NOT peeked
            AND ended_at > COALESCE((SELECT MAX(ended_at) FROM solo WHERE NOT won), '1970-01-01')
            AND NOT EXISTS (
                SELECT 1 FROM games_suspicion_results link JOIN games_suspicion noted ON noted.id = link.suspicion_id
                WHERE link.result_id = solo.game_id AND noted.state = '{State.WITHHELD.value}'
            )
    )
    SELECT {", ".join(f"player.{field}" for field in _FIELDS)}, (
            SELECT COUNT(*) FROM solo
            WHERE ended_at >= (SELECT ended_at FROM solo WHERE game_id = %(game)s) AND game_id <> %(game)s
        ), runs.*, standing.board, standing.rank_by
    FROM accounts_player player CROSS JOIN runs LEFT JOIN games_standing standing
        ON standing.player_id = player.id
        AND standing.board IN ({", ".join(f"%(board{n})s" for n in range(_PERIODS * len(_BOARDS)))})
    WHERE player.id = %(player)s
"""


class Met(NamedTuple):
    """The player; how many of their solo results of the ruleset ended later; how many clean wins in a row end with this
    result, by the id of each period that its day lies in; and the `rank_by` of what the player holds on those periods'
    boards."""

    player: Player
    later: int
    runs: Mapping[str, int]
    held: Mapping[str, int]


def meet(result: Result) -> Met:
    """Precondition: the result is written, and the player's row locked."""
    spans = periods(result.day)
    boards = [key(board, result.ruleset, period) for period in spans for board in _BOARDS]
    rows = statements.fetch(
        _STATEMENT,
        {"player": result.player_id, "ruleset": result.ruleset, "game": result.pk}
        | {f"first{n}": str(period.first or date.min) for n, period in enumerate(spans)}
        | {f"board{n}": board for n, board in enumerate(boards)},
    )
    of_player, (later, *runs) = rows[0][: len(_FIELDS)], rows[0][len(_FIELDS) : -2]
    values = [
        json.loads(value) if field == "preferences" else value for field, value in zip(_FIELDS, of_player, strict=True)
    ]
    return Met(
        Player.from_db(connection.alias, _FIELDS, values),
        later,
        {period.id: run for period, run in zip(spans, runs, strict=True)},
        {board: rank_by for *_, board, rank_by in rows if rank_by is not None},
    )
