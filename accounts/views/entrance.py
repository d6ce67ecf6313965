"""How one comes in: as a guest, with a new account, from guest to account, from guest into an account."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import serializers, throttles
from accounts.actions import guests
from accounts.actions.merge import merge
from accounts.problems import AccountNeeded, GuestOnly, IdReused, NameTaken, TooMany
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import Endpoint, Open, access_of, agent_of, player_of, read, signed_in


class Guest(Open):
    throttle_classes = (throttles.Guests,)

    @extend_schema(
        summary="Play at once, as a guest",
        request=serializers.Welcome,
        responses=answers({201: serializers.SignedIn}, *BODY, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.Welcome, request.data)
        player, session = guests.welcome(agent_of(request))
        return signed_in(request, player, session, 201, by_cookie=body["cookie"])


class SignUp(Open):
    throttle_classes = (throttles.Guests, throttles.MailsToAddress)

    @extend_schema(
        summary="Open an account",
        description="A mail asks to verify the address. A guest who wants to keep their games upgrades instead.",
        request=serializers.SignUp,
        responses=answers({201: serializers.SignedIn}, *BODY, NameTaken, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.SignUp, request.data)
        by_cookie = body.pop("cookie")
        player, session = guests.sign_up(**body, user_agent=agent_of(request))
        return signed_in(request, player, session, 201, by_cookie=by_cookie)


class Upgrade(Endpoint):
    throttle_classes = (throttles.MailsToAddress,)

    @extend_schema(
        summary="Make an account of a guest",
        description="The same player, with all their games. Every session ends; the answer holds a new one.",
        request=serializers.Account,
        responses=answers({200: serializers.SignedIn}, *SESSION, *BODY, NameTaken, GuestOnly, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.Account, request.data)
        player, session = guests.upgrade(player_of(request), **body, user_agent=agent_of(request))
        return signed_in(request, player, session, 200, by_cookie=access_of(request).by_cookie)


class Merge(Endpoint):
    @extend_schema(
        summary="Take a guest's games over",
        description="The guest ends. Refused while either is in a race. Sent again with its id: the first answer.",
        request=serializers.Merge,
        responses=answers({200: serializers.Merged}, *SESSION, *BODY, AccountNeeded, IdReused),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.Merge, request.data)
        done, repeated = merge(player_of(request), body["guest_token"], body["id"])
        answer = {"player": done.survivor, "guest": done.guest, "repeated": repeated}
        return Response(serializers.Merged(answer).data)
