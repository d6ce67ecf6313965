"""A player's friends and requests as they see them."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import NotFound
from games.actions.friends.friendship import of
from games.actions.view import show_player
from games.klondike.sight import Shown
from games.models import Block, Friendship


def find(public_id: str | None = None, name: str | None = None) -> Player:
    """A player who is there, by id or by name in any spelling. Raises `NotFound`."""
    if name is not None:
        player = Player.objects.named(name)
    else:
        player = Player.objects.filter(public_id=public_id, deleted_at=None).first()
    if player is None or not player.is_active:
        raise NotFound()
    return player


def show_friends(player: Player) -> Shown:
    """Friends, those the player asked, those who ask; by name. Two queries."""
    shown: dict[str, list[Shown]] = {"friends": [], "asked": [], "asking": []}
    for friendship in of(player).select_related("asker", "asked").order_by("asked_at", "pk"):
        item = show_friendship(player, friendship)
        shown["friends" if item["status"] == "friends" else item["status"]].append(item)
    blocks = Block.objects.filter(player=player, blocked__deleted_at=None).select_related("blocked").order_by("at")
    return {**shown, "blocked": [show_player(block.blocked) for block in blocks]}


def show_friendship(player: Player, friendship: Friendship) -> Shown:
    """One of them: `asked` is what the player asks, `asking` what the other does."""
    mine = friendship.asker_id == player.pk
    status = "friends" if friendship.accepted_at else "asked" if mine else "asking"
    return {
        "player": show_player(friendship.asked if mine else friendship.asker),
        "status": status,
        "asked_at": friendship.asked_at,
        "accepted_at": friendship.accepted_at,
    }
