"""One player's game as it stands, loaded for one command: the row, and the log after it."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q

from accounts.problems import NotFound
from games import journal
from games.journal import Line
from games.klondike.events import DealtFor
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.sight import Shown, show_dealt, show_events
from games.models import Game, GameEvent


class Sitting(NamedTuple):
    """`game` is the row, `history` the game as of the last event in the log. `told` are the lines, if any, that the
    command being loaded for has written already."""

    game: Game
    history: History
    told: list[Line]


def sit(player: int, public_id: str, command: str | None = None, *, whole: bool = False) -> Sitting:
    """A player's own game in two queries. Raises `NotFound`. With `whole` the history has its past, as undo needs."""
    game = Game.objects.filter(public_id=public_id, player_id=player).first()
    if game is None:
        raise NotFound()
    return sit_at(game, command, whole=whole)


def sit_at(game: Game, command: str | None = None, *, whole: bool = False) -> Sitting:
    """The same for a row that has been read."""
    if whole:
        lines = journal.read(game.pk)
        return Sitting(game, replay(game, lines), [line for line in lines if command and line.command == command])
    missed = Q(number__gt=game.version)
    rows = (
        GameEvent.objects.filter(missed if command is None else missed | Q(command=command), game=game.pk)
        .order_by("number")
        .values_list("number", "type", "detail", "by", "at", "charged_ms", "command", "digest")
    )
    lines = [journal.line(row) for row in rows]
    told = [line for line in lines if command and line.command == command]
    history = game.history
    try:
        for line in lines:
            if line.event.number > history.version:
                history = history.apply(line.event)
    except LookupError:  # something was taken back since the row was written
        history = replay(game)
    return Sitting(game, history, told)


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
