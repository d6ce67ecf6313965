"""A player's games, newest first."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import Invalid
from games.actions.sitting import sit_at_all
from games.actions.view import view
from games.klondike.sight import Shown
from games.models import Game


def page(
    player: Player, limit: int, *, cursor: str | None = None, status: str | None = None, ruleset: str | None = None
) -> Shown:
    """One page of games as they stand, in three queries at most. `cursor` is `next` of the page before."""
    games = Game.objects.filter(player=player, hidden=False).order_by("-pk")
    games = games.select_related("deal__daily", "entry__race")
    if status:
        games = games.filter(status=status)
    if ruleset:
        games = games.filter(ruleset=ruleset)
    if cursor:
        last = Game.objects.filter(player=player, public_id=cursor).values_list("pk", flat=True).first()
        if last is None:
            raise Invalid("This cursor is not from a page of this list.", field="cursor")
        games = games.filter(pk__lt=last)
    found = list(games[: limit + 1])
    for game in found:
        game.player = player
    items = [view(sitting.game, sitting.history) for sitting in sit_at_all(found[:limit])]
    return {"items": items, "next": items[-1]["id"] if len(found) > limit else None}
