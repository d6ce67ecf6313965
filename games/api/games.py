"""A player's games: the list, a new one, one as it stands, its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from accounts.problems import Busy, IdReused, Invalid, TooMany
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import player_of, read
from games.actions import listing, looking
from games.actions.begin import Begun, begin, restart
from games.actions.deals import Choice
from games.actions.problems import NotInRace, ShelfEmpty, SolverBusy, problem_of
from games.actions.removal import remove
from games.actions.view import view
from games.api.bodies import creation_of
from games.api.commands import Commanding
from games.api.endpoint import CLOSED, SETTLED, GameEndpoint, has, unchanged
from games.api.looking import sit_to_look
from games.api.schema import READ, commanded, problems
from games.api.serializers import requests
from games.api.serializers.game import BegunGame, Game, Games
from games.api.throttles import Changes, guessing
from games.klondike import errors
from games.klondike.rules import DEFAULT_RULES, RULESETS, Rules
from games.models.game import Origin

NEW_GAMES = [
    OpenApiExample("What is preferred", {}, request_only=True),
    OpenApiExample("A number", {"rules": "turn-1", "deal": {"kind": "number", "number": "617"}}, request_only=True),
]


class ManyGames(GameEndpoint):
    throttle_classes = (Changes,)

    @extend_schema(
        operation_id="games_list",
        summary="My games",
        description="Newest first.",
        parameters=[requests.GamesAsked],
        responses=answers({200: Games}, *SESSION, Invalid),
    )
    def get(self, request: Request) -> Response:
        asked = read(requests.GamesAsked, request.query_params)
        cursor, status, ruleset = asked.get("cursor"), asked.get("status"), asked.get("rules")
        player = player_of(request)
        return Response(listing.page(player, asked["limit"], cursor=cursor, status=status, ruleset=ruleset))

    @extend_schema(
        summary="Start a game",
        description="The unfinished counted game of the same ruleset is settled: lost if a move was made in it. "
        "Sent again with its `id`, it answers with the game it started.",
        request=requests.NewGame,
        examples=NEW_GAMES,
        responses=answers(
            {201: BegunGame},
            *(*READ, *BODY, IdReused, NotInRace, *problems(errors.NotADeal)),
            *(ShelfEmpty, SolverBusy, TooMany, Busy),
        ),
    )
    def post(self, request: Request) -> Response:
        body = read(requests.NewGame, request.data)
        player = player_of(request)
        choice = choice_of(player, body.get("deal"))
        with guessing(request) if choice.code else pasting() if choice.deck else nullcontext():
            begun = begin(
                player,
                body.get("rules") or preferred_rules(player),
                choice,
                replaces=body.get("replaces"),
                keep=body["keep"],
                creation=creation_of("new", request, body),
            )
        return begun_answer(begun)


class OneGame(GameEndpoint):
    @extend_schema(
        summary="A game as it stands",
        description="Mine, or another's that is over, once its deal is open.",
        parameters=[requests.GameAsked],
        responses=answers({200: Game, 304: None}, *READ, Invalid),
    )
    def get(self, request: Request, game: str) -> Response:
        asked = read(requests.GameAsked, request.query_params)
        sitting = sit_to_look(request, game)
        is_open = looking.is_open(sitting)
        version = sitting.history.version
        etag = f'"{version}-closed"' if sitting.history.over and not is_open else f'"{version}"'
        cache_control = SETTLED if is_open else CLOSED
        if has(request, etag):
            return unchanged(etag, cache_control)
        shown = looking.look(sitting, legal=asked["legal"])
        return Response(shown, headers={"ETag": etag, "Cache-Control": cache_control})

    @extend_schema(
        summary="Put a game away",
        description="Concedes it if it isn't over, and leaves it out of the list.",
        responses=answers({204: None}, *READ, NotInRace, Busy),
    )
    def delete(self, request: Request, game: str) -> Response:
        remove(player_of(request).pk, game)
        return Response(status=204)


@commanded(
    "Play the same deal again",
    "A new game, practice. Where no move was made yet it is the same game.",
    answer=BegunGame,
    status=201,
)
class Restart(Commanding):
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Command, request.data)
        creation = creation_of(f"restart:{game}", request, body)
        return begun_answer(restart(player_of(request), game, body["after"], creation), legal=body["legal"])


@contextmanager
def pasting() -> Iterator[None]:
    """Around the reading of a pasted deck: what is wrong with it is wrong with that field."""
    try:
        yield
    except (errors.Invalid, errors.NotADeal) as refusal:
        problem = problem_of(refusal)
        problem.extra["field"] = "deal.deck"
        raise problem from refusal


def begun_answer(begun: Begun, *, legal: bool = False) -> Response:
    """The game as dealt, in the first answer and in every repeated one."""
    shown = view(begun.game, begun.history, legal=legal)
    if begun.repeated:
        shown |= {"repeated": True, "latest_version": begun.version}
    return Response(shown, status=201)


def choice_of(player: Player, deal: dict[str, str] | None) -> Choice:
    """The deal asked for, or what the player prefers."""
    if deal is None:
        return Choice(Origin.WINNABLE if player.preferred.winnable_only else Origin.RANDOM)
    return Choice(Origin(deal["kind"]), deal.get("number"), deal.get("code"), deal.get("deck"), deal.get("difficulty"))


def preferred_rules(player: Player) -> Rules:
    """Of a new game that names none."""
    return RULESETS.get(player.preferred.ruleset or "", DEFAULT_RULES)
