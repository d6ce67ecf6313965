"""Games in play, as this process last saw them on disk, so that a move needn't load what the move before it left.

What a log says up to some event never changes, and the fence stops whoever writes past the end without having seen it.
So memory may lag behind another process: that costs a look into the database, never a wrong move.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

from games.actions.now import now_ms
from games.actions.sitting import Turn
from games.klondike.clock import AWAY_MS
from games.klondike.history import History
from games.models import GameEvent

_MOST_KEPT = 2_000
"""The games played least lately are forgotten first."""


class _Kept(NamedTuple):
    """`commands` are the ids of all commands in the log up to the turn's last event."""

    turn: Turn
    commands: set[str]


_games: dict[str, _Kept] = {}
_lock = Lock()


def recall(player: int, public_id: str, after: int | None, command: str | None) -> Turn | None:
    """The player's game, if it is known to be at event number `after` and the command to be a new one.

    A player who was away is looked up: when they were last seen decides what the clock charges.
    """
    kept = _games.get(public_id)
    if kept is None or kept.turn.player != player or command in kept.commands:
        return None
    history = kept.turn.history
    return kept.turn if history.version == after and now_ms() < history.clock.at + AWAY_MS else None


def remember(turn: Turn, command: str | None, history: History) -> None:
    """Keeps what a turn has led to, once it is on disk. Races are left alone, since a deadline can move them on."""
    if history.over or history.clock.never_stands:
        forget(turn.public_id)
        return
    kept = _games.get(turn.public_id)
    if kept is None or kept.turn.history.version != turn.history.version:
        kept = _Kept(turn, _commands(turn.id))
    if command is not None:
        kept.commands.add(command)
    lean = history._replace(past=None, undone=None)
    after = Turn(turn.id, turn.public_id, turn.player, history.clock.at, lean, [])
    with _lock:
        _games.pop(turn.public_id, None)
        _games[turn.public_id] = _Kept(after, kept.commands)
        if len(_games) > _MOST_KEPT:
            del _games[next(iter(_games))]


def forget(public_id: str) -> None:
    """Has the next command look into the database."""
    with _lock:
        _games.pop(public_id, None)


def _commands(game: int) -> set[str]:
    commands = GameEvent.objects.filter(game=game).exclude(command=None).order_by().values_list("command", flat=True)
    return {command for command in commands if command}
