"""How everyone who played a deal did, once it is open."""

from __future__ import annotations

from accounts.problems import NotFound
from games.actions.now import moment, now_ms
from games.actions.problems import DealClosed
from games.actions.view import show_player
from games.klondike.sight import Shown
from games.models import Game, Result


def show_field(public_id: str, limit: int) -> Shown:
    """The results of the deal that a game was dealt, under the game's ruleset: wins first, the fastest above; practice
    last. Who keeps private isn't named. Raises `NotFound`, and `DealClosed` while anybody may still play it unseen."""
    game = Game.objects.select_related("deal").filter(public_id=public_id).first()
    if game is None:
        raise NotFound()
    if not game.deal.open_at(moment(now_ms())):
        raise DealClosed()
    results = Result.objects.filter(deal=game.deal_id, ruleset=game.ruleset)
    first = results.select_related("player", "game").order_by("practice", "-won", "wall_ms", "ended_at", "pk")
    return {
        "rules": game.ruleset,
        "total": results.count(),
        "wins": results.filter(won=True).count(),
        "items": [_show(result) for result in first[:limit]],
    }


def _show(result: Result) -> Shown:
    public = result.player.preferred.public_profile
    return {
        "player": show_player(result.player) if public else None,
        "game": result.game.public_id if public else None,
        "won": result.won,
        "ended_by": result.ended_by,
        "elapsed_ms": result.elapsed_ms,
        "wall_ms": result.wall_ms,
        "moves": result.moves,
        "actions": result.actions,
        "points": result.points,
        "practice": result.practice,
    }
