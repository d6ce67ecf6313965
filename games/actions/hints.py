"""A good next move, as far as the player can see."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import NotFound
from games.actions.looking import sit_to_look
from games.actions.problems import NotInRace
from games.actions.sitting import stale
from games.klondike import autoplay
from games.klondike.sight import Shown


def hint(player: Player, public_id: str, after: int | None) -> Shown:
    """The move a client may suggest, None where none would help; `after` (None: whatever) is what the client has seen.

    Face-down cards and the order of the stock have no part in it, and nothing is written. Raises `NotFound`,
    `NotInRace`, `Stale`, `Paused` or `GameOver`.
    """
    game, history = sit_to_look(player, public_id)
    if game.player_id != player.pk:
        raise NotFound()
    if history.clock.never_stands:
        raise NotInRace()
    if after is not None and after != history.version:
        raise stale(game, after)
    refusal = history.why_not_act()
    if refusal:
        raise refusal
    move = autoplay.hint(history.position, history.rules, history.now.idle)
    return {"version": history.version, "hint": move and move.text}
