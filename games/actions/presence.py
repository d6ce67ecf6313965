"""Signs of life: a player who looks at a game keeps its clock running."""

from __future__ import annotations

from games.actions.now import now_ms
from games.klondike.history import History
from games.models import Game

_STEP_MS = 5_000
"""Signs closer together than this aren't written: the clock of an absent player may stand that much too early."""


def see(game: Game, history: History) -> None:
    """Notes that the player is there, unless the clock stands already: then it waits for a command."""
    now = now_ms()
    if history.clock.never_stands or not history.clock.sees(game.seen_at, now) or now - game.seen_at < _STEP_MS:
        return
    Game.objects.filter(pk=game.pk, seen_at__lt=now).update(seen_at=now)
    game.seen_at = now
