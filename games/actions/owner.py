"""Whose games they are. A player's row is locked while a game of theirs begins, ends or changes hands."""

from __future__ import annotations

from django.db import connection
from django.db.models import QuerySet

from accounts import statements
from accounts.models import Player
from games.models import Game
from games.models.game import IN_RACE, Origin

UNFINISHED = ("playing", "paused")
APART = (Origin.DAILY, Origin.RACE)
"""Games that a player may have beside the counted one of a ruleset."""


def lock(*players: int) -> bool:
    """Locks players' rows until the transaction ends, in the order of their keys, so that no two wait for each other.
    Whether none of them has left for good."""
    holes = ", ".join(["%s"] * len(players))
    statement = f"SELECT id FROM accounts_player WHERE id IN ({holes}) AND deleted_at IS NULL ORDER BY id"
    if connection.features.has_select_for_update:
        statement += " FOR UPDATE"
    return len(statements.fetch(statement, players)) == len(set(players))


def still_owns(game: Game) -> bool:
    """Whether the game, read a while ago, is still its player's; merged meanwhile, it is another's."""
    return Game.objects.filter(pk=game.pk, player=game.player_id).exists()


def unfinished(player: Player) -> QuerySet[Game]:
    """A player's games that aren't over, races apart, oldest first."""
    return Game.objects.filter(player=player, status__in=UNFINISHED).exclude(IN_RACE).order_by("pk")


def counted(player: Player) -> QuerySet[Game]:
    """Those of them that count: one of each ruleset at most."""
    return unfinished(player).filter(practice=False).exclude(origin__in=APART)
