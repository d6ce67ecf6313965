"""A finished game that somebody races against, as it stood after so much time."""

from __future__ import annotations

from games import journal
from games.actions.sitting import replay
from games.klondike.history import History
from games.models import Game


def ghost_at(game: Game, elapsed_ms: int | None) -> History:
    """The game once its clock had run so long (None: to its end); its log is read each time it is asked for."""
    if elapsed_ms is None:
        return game.history
    lines = journal.read(game.pk)
    clock_ms, until = 0, 1
    for line in lines[1:]:
        clock_ms += line.event.charged_ms
        if clock_ms > elapsed_ms:
            break
        until = line.event.number
    return replay(game, lines, until=until)
