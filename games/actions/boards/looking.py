"""What a client asks of a board."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from accounts.models import Player
from accounts.problems import Invalid, NoSession, NotFound
from games.actions.boards.board import SPANS, Board
from games.actions.boards.page import Reading
from games.actions.boards.period import ALL_TIME, Period, Span, period
from games.actions.friends.friendship import friends_of
from games.actions.now import database_day
from games.klondike.rules import RULESETS
from games.klondike.sight import Shown

ME = "me"


class Asked(NamedTuple):
    """`at` is any day of the period, None: today; `around` a player's id, or `me`; `friends`: these and me alone."""

    board: Board
    ruleset: str
    span: Span | None = None
    at: date | None = None
    limit: int = 20
    cursor: str | None = None
    around: str | None = None
    friends: bool = False


def look(asked: Asked, viewer: int | None) -> Shown:
    """The page asked for. Raises `Invalid`, `NotFound`, or `NoSession` where nobody knows who `me` is."""
    reading = Reading(asked.board, asked.ruleset, _period(asked))
    if (asked.friends or asked.around == ME) and viewer is None:
        raise NoSession()
    if asked.friends and viewer is not None:
        return reading.among(viewer, [viewer, *friends_of(viewer)])
    if asked.around is None:
        return reading.page(viewer, asked.limit, asked.cursor)
    player = viewer if asked.around == ME else _player(asked.around)
    return reading.around(viewer, player or 0, asked.limit)


def _period(asked: Asked) -> Period:
    span = _span(asked)
    return ALL_TIME if span is Span.ALL else period(span, asked.at or database_day())


def _span(asked: Asked) -> Span:
    spans = SPANS.get(asked.board, tuple(Span))
    span = asked.span or spans[-1]
    if span not in spans:
        raise Invalid(f"The board {asked.board} has only {', '.join(spans)}.", field="period")
    if asked.board == Board.POINTS and RULESETS[asked.ruleset].points == "none":
        raise Invalid(f"{asked.ruleset} has no points.", field="rules")
    return span


def _player(public_id: str) -> int:
    player = Player.objects.filter(public_id=public_id).values_list("pk", flat=True).first()
    if player is None:
        raise NotFound()
    return player
