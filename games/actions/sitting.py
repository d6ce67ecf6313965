"""A player's game as it stands: for one command, or just to look at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import BooleanField

from accounts import statements
from accounts.problems import NotFound
from games import journal
from games.actions.problems import Stale
from games.journal import Line
from games.klondike.events import DealtFor, Event, EventType
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import Rules
from games.klondike.sight import Shown, show_dealt, show_events
from games.klondike.snapshot import Snapshot
from games.models import Game


class Sitting(NamedTuple):
    """`game` is the row, `history` the game as of the last event in the log."""

    game: Game
    history: History


@dataclass(frozen=True)
class Turn:
    """One player's own game, loaded for one command.

    `history` is the game as of the last event in the log. `told` are the lines, if any, that the command has written
    already. Times are ms since 1970.
    """

    id: int
    public_id: str
    player: int
    seen_at: int
    history: History
    told: list[Line]

    @cached_property
    def game(self) -> Game:
        """The row; most moves do without."""
        return row_of(self.id)


_CACHED = [field for name in Snapshot._fields for field in Game._meta.concrete_fields if field.name == name]
_FLAGS = [place for place, field in enumerate(_CACHED) if isinstance(field, BooleanField)]
_LOAD = f"""
    SELECT event.number, event.type, event.detail, event."by", event.at, event.charged_ms, event.command, event.digest,
        game.id, game.rules, game.seen_at,
        {", ".join([f'game."{field.column}"' for field in _CACHED])}
    FROM games_game game
    LEFT JOIN games_gameevent event ON event.game = game.id AND (event.number > game.version OR event.command = %s)
    WHERE game.public_id = %s AND game.player_id = %s
    ORDER BY event.number
"""


def sit(player: int, public_id: str, command: str | None, *, whole: bool = False) -> Turn:
    """A player's own game, for a command with this id, if it has one. Raises `NotFound`.

    On the path of every move: one query, and no row as an object. With `whole` the history has its past, as undo
    needs; that reads the log from its start.
    """
    rows = statements.fetch(_LOAD, (command, public_id, player))
    if not rows:
        raise NotFound()
    game, rules, seen_at, *cache = rows[0][8:]
    for place in _FLAGS:
        cache[place] = bool(cache[place])  # SQLite has numbers for them
    history = History.from_snapshot(Snapshot(*cache), Rules(**json.loads(rules)))
    lines = [journal.line(row[:8]) for row in rows if row[0] is not None]
    later = [line.event for line in lines if line.event.number > history.version]
    if whole or any(event.type in (EventType.UNDONE, EventType.REDONE) for event in later):
        lines = journal.read(game)
        history = replay(row_of(game), lines)
    else:
        for event in later:
            history = history.apply(event)
    told = [line for line in lines if command and line.command == command]
    return Turn(game, public_id, player, seen_at, history, told)


def row_of(game: int) -> Game:
    """The row with its deal."""
    return Game.objects.select_related("deal").get(pk=game)


def sit_at(game: Game) -> Sitting:
    """A game whose row has been read."""
    return Sitting(game, _caught_up(game, [line.event for line in journal.read(game.pk, game.version)]))


def sit_at_all(games: Iterable[Game]) -> list[Sitting]:
    """Games whose rows have been read, in their order; one query for all their logs."""
    rows = list(games)
    past = journal.read_all({game.pk: game.version for game in rows})  # as they were read, not as they are by now
    return [Sitting(game, _caught_up(game, past.get(game.pk, ()))) for game in rows]


def _caught_up(game: Game, later: Sequence[Event]) -> History:
    history = game.history
    try:
        for event in later:
            history = history.apply(event)
    except LookupError:  # something was taken back since the row was written
        return replay(game)
    return history


def replay(game: Game, lines: list[Line] | None = None, until: int | None = None) -> History:
    """A game from its deal through its log (None: read it), whole or up to event number `until`."""
    lines = journal.read(game.pk) if lines is None else lines
    first = lines[0].event
    history = History.start(dealt(game.deal.layout), game.played_by, first.at, DealtFor(first.detail or ""))
    for line in lines[1:until]:
        history = history.apply(line.event)
    return history


def missed(game: Game, after: int) -> tuple[list[Shown], History]:
    """What a client that has seen the log up to number `after` (0: nothing) hasn't, as it may see it; and the game."""
    lines = journal.read(game.pk)
    start = replay(game, lines, until=max(1, after))
    shown, history = show_events(start, [line.event for line in lines[max(1, after) :]])
    return ([show_dealt(start)] if after < 1 else []) + shown, history


def stale(game: Game, after: int) -> Stale:
    """Why a client that has seen the log up to number `after`, and not as it is, can't go on from there."""
    events, history = missed(game, after)
    return Stale(history.version, events)
