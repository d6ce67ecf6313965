"""Races: the list, a new one, one as it stands and what happens in it."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from accounts.problems import IdReused, Invalid, TooMany
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import player_of, read
from games import broadcast
from games.actions.problems import DealClosed
from games.actions.races import listing, looking, presence, replay
from games.actions.races.answer import show_done
from games.actions.races.create import create, find_ghost, with_undo
from games.actions.races.events import events_after, show_race_events
from games.actions.races.opening import Terms
from games.actions.races.problems import NotOver, TooManyRaces
from games.actions.races.view import show_preview, show_race, snapshot
from games.api.endpoint import IMMUTABLE, GameEndpoint, has, unchanged
from games.api.following import waited_s
from games.api.games import preferred_rules
from games.api.race_commands import race_command
from games.api.schema import READ
from games.api.serializers import race as bodies
from games.api.throttles import Changes, guessing
from games.models.race import Mode, Spectators, Start, Visibility

NEW_RACES = [
    OpenApiExample("Two friends, now", {"rules": "turn-3", "id": "r-1"}, request_only=True),
    OpenApiExample(
        "For points, a challenge to three",
        {"rules": "standard-3", "mode": "points", "seats": 4, "start": "own", "time_limit_s": 900},
        request_only=True,
    ),
]


class ManyRaces(GameEndpoint):
    throttle_classes = (Changes,)

    @extend_schema(
        operation_id="races_list",
        summary="My races, or those to join",
        description="Newest first.",
        parameters=[bodies.RacesAsked],
        responses=answers({200: bodies.Races}, *SESSION, Invalid),
    )
    def get(self, request: Request) -> Response:
        asked = read(bodies.RacesAsked, request.query_params)
        mine = not asked["open"] if asked["mine"] is None else asked["mine"]
        page = listing.page(
            player_of(request),
            asked["limit"],
            mine=mine,
            to_join=asked["open"],
            status=asked.get("status"),
            cursor=asked.get("cursor"),
        )
        return Response(page)

    @extend_schema(
        summary="Open a race",
        description="The answer has the six letters and the link to pass on. Sent again with its `id`, it answers with "
        "the race it opened.",
        request=bodies.NewRace,
        examples=NEW_RACES,
        responses=answers({201: bodies.RaceAnswer}, *READ, *BODY, IdReused, TooManyRaces, NotOver, DealClosed, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(bodies.NewRace, request.data)
        player = player_of(request)
        done = create(player, terms_of(player, body), race_command("create", request, body))
        return Response(show_done(player, done), status=201)


class OneRace(GameEndpoint):
    @extend_schema(
        summary="A race as it stands",
        description="Everybody's progress, and my own game.",
        parameters=[bodies.RaceAsked],
        responses=answers({200: bodies.RaceSnapshot}, *READ, Invalid, TooMany),
    )
    def get(self, request: Request, race: str) -> Response:
        asked = read(bodies.RaceAsked, request.query_params)
        player = player_of(request)
        presence.requested(player.pk, race)
        seen = look(request, race, asked.get("code"))
        return Response(snapshot(seen, legal=asked["legal"]))


class CodedRace(GameEndpoint):
    @extend_schema(
        summary="What a code stands for",
        description="Guessing is limited.",
        responses=answers({200: bodies.RacePreview}, *READ, TooMany),
    )
    def get(self, request: Request, code: str) -> Response:
        with guessing(request):
            return Response(show_preview(looking.look_by_code(player_of(request), code)))


class RaceEvents(GameEndpoint):
    @extend_schema(
        summary="What happened since in a race",
        description="The events past number `after`, and the race as it stands. With `wait_s` the answer comes when "
        "there is something new, presence included, or when the time is over. Waiting counts as being there.",
        parameters=[bodies.RaceEventsAsked],
        responses=answers({200: bodies.RaceEvents}, *READ, Invalid, TooMany),
    )
    def get(self, request: Request, race: str) -> Response:
        asked = read(bodies.RaceEventsAsked, request.query_params)
        left_s = asked["wait_s"] - waited_s(request)
        presence.requested(player_of(request).pk, race, max(0.0, left_s))
        seen = look(request, race, asked.get("code"))
        events = show_race_events(seen.race, events_after(seen.race, asked["after"]), seen.now)
        response = Response({"seq": seen.race.seq, "events": events, "race": show_race(seen)})
        if not events and left_s > 0 and not seen.race.over:
            wait = partial(broadcast.moves, seen.race.topic, left_s)
            response.wait = wait  # type: ignore[attr-defined]  # see klondike_service.asgi
        return response


class RaceReplay(GameEndpoint):
    @extend_schema(
        summary="All logs side by side",
        description="Once the race is over.",
        parameters=[bodies.RaceAsked],
        responses=answers({200: bodies.RaceReplay, 304: None}, *READ, Invalid, DealClosed, TooMany),
    )
    def get(self, request: Request, race: str) -> Response:
        asked = read(bodies.RaceAsked, request.query_params)
        seen = look(request, race, asked.get("code"))
        etag = f'"replay-{seen.race.seq}"'
        if seen.race.over and has(request, etag):
            return unchanged(etag, IMMUTABLE)
        return Response(replay.show_replay(seen), headers={"ETag": etag})


def look(request: Request, race: str, code: str | None) -> looking.Seen:
    """A race that the client may watch; a code that doesn't open it counts as a guess."""
    if code is None:
        return looking.look(player_of(request), race)
    with guessing(request):
        return looking.look(player_of(request), race, code)


def terms_of(player: Player, body: dict[str, Any]) -> Terms:
    """The terms asked for. A ghost brings its rules with it."""
    ghost = find_ghost(player, body["ghost"]) if "ghost" in body else None
    rules = ghost.played_by if ghost else body.get("rules") or preferred_rules(player)
    return Terms(
        with_undo(rules, body.get("undo")),
        body["seats"],
        Mode(body["mode"]),
        body["time_limit_s"],
        Visibility(body["visibility"]),
        Spectators(body["spectators"]),
        Start(body["start"]),
        ghost,
    )
