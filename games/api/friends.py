"""Friends and blocks."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from accounts.problems import TooMany
from accounts.schema import BODY, answers
from accounts.views.endpoint import Endpoint, player_of, read
from games.actions.friends import friendship
from games.actions.friends.friendship import TooManyFriends
from games.actions.friends.listing import find, show_friends, show_friendship
from games.api.schema import READ
from games.api.serializers.friend import Friend, Friends, Whom
from games.api.throttles import Changes


class Changing(Endpoint):
    throttle_classes = (Changes,)


class ManyFriends(Changing):
    @extend_schema(summary="My friends, requests and blocks", responses=answers({200: Friends}, *READ))
    def get(self, request: Request) -> Response:
        return Response(show_friends(player_of(request)))

    @extend_schema(
        summary="Ask a player to be friends",
        description="Accepts where the player has asked before. Asking again changes nothing.",
        request=Whom,
        responses=answers({200: Friend}, *READ, *BODY, TooManyFriends, TooMany),
    )
    def post(self, request: Request) -> Response:
        player, other = player_of(request), whom(request)
        return Response(show_friendship(player, friendship.ask(player, other)))


class OneFriend(Changing):
    @extend_schema(summary="End it: a friendship or a request", responses=answers({204: None}, *READ, TooMany))
    def delete(self, request: Request, player: str) -> Response:
        friendship.end(player_of(request), find(player))
        return Response(status=204)


class Accept(Changing):
    @extend_schema(summary="Accept", request=None, responses=answers({200: Friend}, *READ, TooMany))
    def post(self, request: Request, player: str) -> Response:
        me = player_of(request)
        return Response(show_friendship(me, friendship.accept(me, find(player))))


class Blocks(Changing):
    @extend_schema(
        summary="Block a player",
        description="Ends what is between you, and hides whatever they ask. They aren't told.",
        request=Whom,
        responses=answers({204: None}, *READ, *BODY, TooMany),
    )
    def post(self, request: Request) -> Response:
        friendship.block(player_of(request), whom(request))
        return Response(status=204)


class OneBlock(Changing):
    @extend_schema(summary="Unblock", responses=answers({204: None}, *READ, TooMany))
    def delete(self, request: Request, player: str) -> Response:
        friendship.unblock(player_of(request), find(player))
        return Response(status=204)


def whom(request: Request) -> Player:
    """The player that the body names."""
    body = read(Whom, request.data)
    return find(body.get("player"), body.get("name"))
