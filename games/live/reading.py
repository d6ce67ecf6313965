"""Games as the database has them, read for seats: in a thread, with their whole log."""

from __future__ import annotations

from typing import NamedTuple

from accounts.compiled import Compiled
from accounts.models import Player
from accounts.problems import NotFound
from games import journal
from games.actions import looking
from games.actions.now import ms_of
from games.actions.sitting import replay
from games.actions.view import view
from games.klondike.history import History
from games.klondike.sight import Shown
from games.models import Entry, Game


class Part(NamedTuple):
    """What a race's game is part of: the race's id, the number of its last event, and when the player's part ends, in
    ms since 1970."""

    race: str
    seq: int
    ends_at: int | None


class Reading(NamedTuple):
    """`told` are the ids of the commands in the log and what they asked. `before` is the game at the version that was
    known, `steps` the game after each event since."""

    game: Game
    history: History
    told: dict[str, int | None]
    before: History
    steps: list[History]
    part: Part | None


_GAME = Compiled(
    lambda player, public_id: Game.objects.select_related("deal", "player", "entry__race").filter(
        player=player, public_id=public_id
    )
)


def read_game(player: int, public_id: str, known: int | None = None) -> Reading:
    """A player's own game, whole. Raises `NotFound`."""
    games = _GAME(player, public_id)
    if not games:
        raise NotFound()
    (game,) = games
    lines = journal.read(game.pk)
    until = len(lines) if known is None else min(max(1, known), len(lines))
    before = history = replay(game, lines, until=until)
    steps = []
    for line in lines[until:]:
        history = history.apply(line.event)
        steps.append(history)
    told = {line.command: line.digest for line in lines if line.command is not None}
    return Reading(game, history, told, before, steps, _part(game))


def _part(game: Game) -> Part | None:
    entry: Entry | None = getattr(game, "entry", None)
    if entry is None:
        return None
    ends_at = entry.ends_at or entry.race.ends_at
    return Part(entry.race.public_id, entry.race.seq, ms_of(ends_at) if ends_at else None)


def show(game: Game, history: History, *, legal: bool) -> Shown:
    """The game as its player sees it."""
    return view(game, history, legal=legal)


def look_at_other(viewer: Player, public_id: str) -> tuple[int, Shown]:
    """Another player's game that is over and open to all, with its version. Raises `NotFound`."""
    sitting = looking.sit_to_look(viewer, public_id)
    return sitting.history.version, looking.look(sitting)
