"""Deals apart from games: public numbers, share codes, proofs."""

from __future__ import annotations

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.problems import NotFound, TooMany
from accounts.schema import BODY, answers
from accounts.views.endpoint import Open, read
from games.actions import tally
from games.actions.deals import badge, find_code
from games.actions.numbers import show_verdicts
from games.api.serializers import requests
from games.api.serializers.deal import CodedDeal, NumberedDeal, Proved
from games.api.throttles import guessing, may_ask
from games.klondike.deals import deal_from_seed
from games.klondike.position import dealt
from games.klondike.shuffle import NUMBER_LIMIT, commitment, number_seed
from games.klondike.sight import show_position


class Numbered(Open):
    @extend_schema(
        summary="A deal by its number",
        description="Numbers are public by choice: games on them are practice. A verdict is null while a worker looks "
        "for it: ask again in a few seconds.",
        responses=answers({200: NumberedDeal}, NotFound),
    )
    def get(self, request: Request, number: int) -> Response:
        if number >= NUMBER_LIMIT:
            raise NotFound()
        deal = deal_from_seed(number_seed(number))
        return Response(
            {
                "number": str(number),
                "deck": deal.text,
                "position": show_position(dealt(deal)),
                "played": tally.of_number(str(number)),
                "verdicts": show_verdicts(str(number), ask=may_ask(request)),
            }
        )


class Coded(Open):
    @extend_schema(
        summary="What a share code stands for",
        description="No card is told. Guessing is limited.",
        responses=answers({200: CodedDeal}, NotFound, TooMany),
    )
    def get(self, request: Request, code: str) -> Response:
        with guessing(request):
            shared = find_code(code)
        link = f"{settings.PUBLIC_URL}/d/{shared.pk}"
        told = {"code": shared.pk, "link": link, "rules": shared.game.rules}
        return Response({**told, **badge(shared), **tally.of_code(shared)})


class Verified(Open):
    @extend_schema(
        summary="Check a commitment",
        description="The commitment and the deck that follow from a seed and its context.",
        request=requests.Proof,
        responses=answers({200: Proved}, *BODY),
    )
    def post(self, request: Request) -> Response:
        proof = read(requests.Proof, request.data)
        seed = bytes.fromhex(proof["seed"])
        return Response({"commitment": commitment(seed, proof["context"]), "deck": deal_from_seed(seed).text})
