"""Answers to commands as messages."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from games.actions.answer import Answer
from games.klondike.autoplay import no_progress
from games.klondike.events import EventType
from games.klondike.history import History
from games.klondike.moves import Kind, parse_move
from games.klondike.sight import show_can, show_clock, show_legal, show_played
from games.messages import Moved


def show_move(topic: str, game: History, *, name: str | UnsetType = UNSET, legal: bool = False) -> Moved:
    """The last move, that ended nothing: what a position can be told from is left out."""
    rules, clock, number = game.rules, game.clock, game.event.number
    position, moves, _, idle = game.now
    return Moved(
        topic,
        number - 1,
        number,
        [show_played(game)],
        moves,
        game.actions,
        show_can(game),
        show_clock(clock.elapsed_ms, clock.running, clock.at),
        game.status,
        no_progress(position, rules, idle),
        name,
        UNSET if rules.points == "none" else game.points,
        legal=show_legal(game) if legal else UNSET,
    )


def show_answer(topic: str, answer: Answer, *, name: str | UnsetType = UNSET, legal: bool = False) -> Moved:
    """Whatever it was."""
    if len(answer.steps) == 1 and answer.latest is None and answer.stopped is None and _is_plain(answer.after):
        return show_move(topic, answer.after, name=name, legal=legal)
    shown = answer.show(legal=legal)
    shown["seq"] = shown.pop("version")
    shown["pass_"] = shown.pop("pass")
    return Moved(topic=topic, id=name, **shown)


def _is_plain(game: History) -> bool:
    event = game.event
    return event.type is EventType.PLAYED and not game.over and parse_move(event.detail or "").kind is not Kind.REDEAL
