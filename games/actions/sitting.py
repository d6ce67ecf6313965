"""One player's game as it stands, loaded for one command: the row, and the log after it."""

from __future__ import annotations

import json
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import connection

from accounts.problems import NotFound
from games import journal
from games.journal import Line
from games.klondike.events import DealtFor
from games.klondike.history import History, Snapshot
from games.klondike.position import dealt
from games.klondike.sight import Shown, show_dealt, show_events
from games.models import Game


class Sitting(NamedTuple):
    """`game` is the row, `history` the game as of the last event in the log. `told` are the lines, if any, that the
    command being loaded for has written already."""

    game: Game
    history: History
    told: list[Line]


_LOADED = {
    *("id", "public_id", "player_id", "deal_id", "origin", "restarted_from_id", "ruleset", "rules", "scoring_version"),
    *("seen_at", "watched_until"),
    *Snapshot._fields,
}
_COLUMNS = [field for field in Game._meta.concrete_fields if field.attname in _LOADED]
_FIELDS = [field.attname for field in _COLUMNS]  # in the order of the model, which from_db goes by
_RULES = _FIELDS.index("rules")
_FLAGS = [place for place, field in enumerate(_COLUMNS) if field.get_internal_type() == "BooleanField"]
_cached = itemgetter(*[_FIELDS.index(name) for name in Snapshot._fields])
_logged = itemgetter(slice(len(_FIELDS), None))

_LOAD = f"""
    SELECT {", ".join([f'game."{field.column}"' for field in _COLUMNS])},
        event.number, event.type, event.detail, event."by", event.at, event.charged_ms, event.command, event.digest
    FROM games_game game
    LEFT JOIN games_gameevent event ON event.game = game.id AND (event.number > game.version OR event.command = %s)
    WHERE game.public_id = %s AND game.player_id = %s
    ORDER BY event.number
"""


def sit(player: int, public_id: str, command: str | None, *, whole: bool = False) -> Sitting:
    """A player's own game, for a command with this id, if it has one. Raises `NotFound`.

    On the path of every move: one query, plain SQL, and a row whose other fields load when asked for. With `whole` the
    history has its past, as undo needs; that reads the log from its start.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, (command, public_id, player))
        rows = cursor.fetchall()
    if not rows:
        raise NotFound()
    game, history = _read(rows[0])
    lines = [journal.line(row) for row in map(_logged, rows) if row[0] is not None]
    if whole:
        lines = journal.read(game.pk)
        history = replay(game, lines)
    else:
        history = _catch_up(game, history, lines)
    told = [line for line in lines if command and line.command == command]
    return Sitting(game, history, told)


def sit_at(game: Game) -> Sitting:
    """The same for a row that has been read, and no command."""
    lines = journal.read(game.pk, game.version)
    return Sitting(game, _catch_up(game, game.history, lines), [])


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


def _read(row: tuple[Any, ...]) -> tuple[Game, History]:
    values = list(row[: len(_FIELDS)])
    values[_RULES] = json.loads(values[_RULES])
    for place in _FLAGS:
        values[place] = bool(values[place])  # SQLite has numbers for them
    game = Game.from_db(connection.alias, _FIELDS, values)
    return game, History.from_snapshot(Snapshot(*_cached(values)), game.played_by)


def _catch_up(game: Game, history: History, lines: list[Line]) -> History:
    try:
        for line in lines:
            if line.event.number > history.version:
                history = history.apply(line.event)
    except LookupError:  # something was taken back since the row was written
        return replay(game)
    return history
