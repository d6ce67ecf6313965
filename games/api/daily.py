"""The deal of the day."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from functools import partial

from django.urls import register_converter
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from accounts.problems import Invalid, NotFound
from accounts.schema import SESSION, answers
from accounts.views.endpoint import Endpoint, player_of, read
from games import broadcast
from games.actions.boards.period import midnight
from games.actions.daily.day import past, todays
from games.actions.daily.view import show_archive, show_daily
from games.actions.now import database_day, database_now
from games.actions.problems import ShelfEmpty
from games.api.following import waited_s
from games.api.serializers import daily as bodies
from games.api.serializers.requests import RulesAsked


class Day:
    """A date that there is."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(Day, "day")


class Viewed(Endpoint):
    """Anybody may look; who has a session sees their own part too."""

    permission_classes = ()


class Today(Viewed):
    @extend_schema(
        operation_id="deals_daily",
        summary="The deal of the day",
        description="No card is told before it opens, an hour after its day. Play it with a deal of the kind `daily`. "
        "With `after` and `wait_s` the answer waits for the day after.",
        parameters=[bodies.TodayAsked],
        responses=answers({200: bodies.Daily}, *SESSION, Invalid, ShelfEmpty),
    )
    def get(self, request: Request) -> Response:
        asked = read(bodies.TodayAsked, request.query_params)
        left_s = min(asked["wait_s"] - waited_s(request), _till_midnight_s())
        response = Response(show_daily(todays(asked["rules"]), viewer(request)))
        if asked.get("after") == database_day() and left_s > 0:
            response.wait = partial(broadcast.moves, "daily", left_s)  # type: ignore[attr-defined]
        return response


class OneDay(Viewed):
    @extend_schema(
        operation_id="deals_daily_of",
        summary="The deal of a day",
        parameters=[RulesAsked],
        responses=answers({200: bodies.Daily}, *SESSION, NotFound, Invalid, ShelfEmpty),
    )
    def get(self, request: Request, day: date) -> Response:
        asked = read(RulesAsked, request.query_params)
        return Response(show_daily(past(asked["rules"], day), viewer(request)))


class Archive(Viewed):
    @extend_schema(
        operation_id="deals_daily_archive",
        summary="The days there were",
        parameters=[bodies.ArchiveAsked],
        responses=answers({200: bodies.Archive}, *SESSION, Invalid),
    )
    def get(self, request: Request) -> Response:
        asked = read(bodies.ArchiveAsked, request.query_params)
        return Response(show_archive(asked["rules"], asked["limit"], asked.get("cursor")))


def viewer(request: Request) -> Player | None:
    """Who looks, if they say."""
    return player_of(request) if request.auth else None


def _till_midnight_s() -> float:
    """A little more: the answer after it must find the new day."""
    now = database_now()
    return (midnight(now.astimezone(UTC).date() + timedelta(days=1)) - now).total_seconds() + 0.01
