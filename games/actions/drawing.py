"""A game as diagrams, for operators: each event of its log and the table after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games import journal
from games.actions.audit import why_not_next
from games.actions.now import moment, now_ms
from games.actions.sitting import replay
from games.journal import Line
from games.klondike.diagram import write
from games.klondike.history import History
from games.models import Game


class Drawn(NamedTuple):
    """An event in words, and the table after it."""

    title: str
    diagram: str


def draw(game: Game, *, reveal: bool = False) -> Iterator[Drawn]:
    """The events of a game, as far as each of them is possible after the one before; `game.deal` is read.

    Of a closed deal, cards that the player hasn't seen by then are drawn `??`, unless `reveal` is asked for.
    """
    lines = journal.read(game.pk)
    if not lines:
        return
    open_ = reveal or game.deal.open_at(moment(now_ms()))
    history = replay(game, lines, until=1)
    for line in lines:
        if line is not lines[0]:
            if why_not_next(history, line.event):
                return
            history = history.apply(line.event)
        yield Drawn(_title(line, history), write(history.position, None if open_ else history.known))


def _title(line: Line, after: History) -> str:
    event = line.event
    minutes, ms = divmod(after.clock.elapsed_ms, 60_000)
    what = f"{event.type} {event.detail}" if event.detail else event.type
    when = f"{moment(event.at):%Y-%m-%d %H:%M:%S}, {minutes}:{ms / 1000:06.3f} on the clock"
    return f"{event.number}. {what} · {event.by} · {when}"
