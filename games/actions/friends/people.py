"""Friends when accounts change."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import Player
from games.actions.friends.listing import show_friends
from games.klondike.sight import Shown
from games.models import Block, Friendship


def leave(sender: object, *, player: Player, **_: object) -> None:
    """Who goes has no friends any more, and blocks nobody."""
    Friendship.objects.filter(Q(asker=player) | Q(asked=player)).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()


def take_over(sender: object, *, guest: Player, **_: object) -> None:
    """A merged guest's friends were the guest's: the account has its own."""
    leave(sender, player=guest)


def export(sender: object, *, player: Player, **_: object) -> Shown:
    """For the player's own copy of their data."""
    return {"friends": show_friends(player)}
