"""What the end of a game sets right, in the transaction of the event that ended it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from django.db import connection

from games.actions.balance import is_banked
from games.actions.boards import standings
from games.actions.boards.inserting import Table, insert
from games.actions.now import database_now, moment
from games.klondike.history import History
from games.models import Game, Result
from games.models.game import DEALT_TO_ONE, Origin

_FIELDS = Result._meta.concrete_fields
_RESULTS = Table("games_result", {str(field.column): str(field.db_type(connection)) for field in _FIELDS})
_LOOKS = Table("games_look", {"result_id": "bigint"})
_OPEN = "UPDATE games_deal SET opens_at = %s WHERE id = %s AND source = 'secret' AND opens_at IS NULL"


def settle(game: Game, history: History) -> None:
    """Writes the result of an attempt in which a move was made, takes it into the boards, and opens a solo game's deal.

    Precondition: the player's row is locked, and the event that ended the game is appended in this transaction; its
    number is the fence, so an attempt settles once.
    """
    opening: dict[str, Any] = {}
    if opens_its_deal(game):
        opens_at = connection.ops.adapt_datetimefield_value(moment(history.clock.at))
        opening = {"after": _OPEN, "parameters": [opens_at, game.deal_id]}
    day = database_now(**opening).astimezone(UTC).date()
    result = result_of(game, history, day)
    if result is not None:
        write(result)
        standings.enter(result)


def write(result: Result) -> None:
    """Inserts a result, and asks for fair play's look at a clean win."""
    row = tuple([field.get_db_prep_save(getattr(result, field.attname), connection) for field in _FIELDS])
    insert((_RESULTS, [row]), (_LOOKS, [(result.pk,)] if result.won and result.is_clean else []))
    result._state.adding = False


def opens_its_deal(game: Game) -> bool:
    """Whether the game is the one its deal was kept secret for."""
    return game.origin in DEALT_TO_ONE and game.restarted_from_id is None


def result_of(game: Game, history: History, day: date) -> Result | None:
    """What a game that is over comes to; None for one that is void, or in which no move was ever made.

    `day` is the UTC day on which it was settled, by the database's clock: that of the process that ended the game may
    be off, and two processes must not disagree.
    """
    if not history.started or history.status == "void":
        return None
    ended_at = moment(history.clock.at)
    return Result(
        game=game,
        player_id=game.player_id,
        deal_id=game.deal_id,
        ruleset=game.ruleset,
        origin=game.origin,
        first_attempt=_is_first_attempt(game, ended_at),
        won=history.status == "won",
        ended_by=history.ended_by,
        elapsed_ms=history.clock.elapsed_ms,
        wall_ms=history.clock.wall_ms or 0,
        moves=history.now.moves,
        actions=history.actions,
        points=history.points,
        scoring_version=game.scoring_version,
        practice=history.practice,
        assisted=history.assisted,
        peeked=history.peeked,
        banked=is_banked(game, history),
        merged=game.merged,
        ended_at=ended_at,
        day=game.deal.daily.date if game.origin == Origin.DAILY else day,
    )


def _is_first_attempt(game: Game, ended_at: datetime) -> bool:
    """Every deal of these origins is dealt to a player once, while it is secret; a restart is a second attempt, and so
    is a daily that ends after the deal has opened."""
    opens_at = game.deal.opens_at
    secret_until = ended_at if game.origin == Origin.DAILY else game.created_at
    return (
        game.origin in (*DEALT_TO_ONE, Origin.DAILY, Origin.RACE)
        and game.restarted_from_id is None
        and (opens_at is None or secret_until <= opens_at)
    )
