"""Asking the solver: in a game, about a deal that is open, and how the shelves stand."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.problems import Forbidden, Invalid, NotFound, TooMany
from accounts.schema import SESSION, answers
from accounts.views.endpoint import Open, player_of, read
from games.actions import looking, numbers, verdicts
from games.actions.problems import DealClosed, SolverBusy
from games.actions.solving import ask_solver
from games.actions.stocktaking import take_stock
from games.api.bodies import command_of
from games.api.commands import Commanding
from games.api.endpoint import GameEndpoint
from games.api.looking import sit_to_look
from games.api.schema import READ, commanded
from games.api.serializers import requests
from games.api.serializers.solver import Solution, Stock, Told
from games.api.throttles import VerdictsAsked
from games.klondike.rules import RULESETS
from games.klondike.shuffle import NUMBER_LIMIT


@commanded(
    "Can it still be won?",
    "The solver's word on the position as it stands, all cards known to it: winnable, unwinnable or, where its time "
    "ran out, undecided. The game is marked as assisted, for good, before the solver is asked.",
    answer=Told,
    refusals=(SolverBusy, DealClosed),
)
class Winnable(Commanding):
    def post(self, request: Request, game: str) -> Response:
        body = read(requests.Command, request.data)
        told = ask_solver(player_of(request).pk, game, command_of("winnable", request, body))
        return Response(told.show(hint=False, legal=body["legal"]))


class Solved(GameEndpoint):
    @extend_schema(
        summary="How the deal could be won",
        description="From the deal, under the game's rules, once game and deal are over. The verdict is null while a "
        "worker looks for it: ask again in a few seconds.",
        responses=answers({200: Solution}, *READ, DealClosed),
    )
    def get(self, request: Request, game: str) -> Response:
        sitting = sit_to_look(request, game)
        if not looking.is_open(sitting):
            raise DealClosed()
        row = verdicts.ask(sitting.game.deal, sitting.history.rules)
        return Response(numbers.show_verdict(row, line=True))


class NumberSolved(Open):
    throttle_classes = (VerdictsAsked,)

    @extend_schema(
        summary="How a number could be won",
        description="The verdict is null while a worker looks for it: ask again in a few seconds.",
        parameters=[requests.RulesAsked],
        responses=answers({200: Solution}, NotFound, Invalid, TooMany),
    )
    def get(self, request: Request, number: int) -> Response:
        if number >= NUMBER_LIMIT:
            raise NotFound()
        rules = RULESETS[read(requests.RulesAsked, request.query_params)["rules"]]
        return Response(numbers.show_verdict(numbers.solution(str(number), rules), line=True))


class Shelves(GameEndpoint):
    permission_classes = (IsAdminUser,)

    @extend_schema(
        summary="How the shelves stand",
        description="For operators: what is in stock, what was served, and what the workers tried.",
        responses=answers({200: Stock}, *SESSION, Forbidden),
    )
    def get(self, request: Request) -> Response:
        return Response(take_stock())
