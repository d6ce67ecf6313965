"""What each command on a game means: decided here by the same functions as over HTTP, or done there as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings

from accounts.problems import TooLarge
from games.actions import play
from games.actions.answer import Answer
from games.actions.play import Command, Decide
from games.journal import digest
from games.klondike.moves import Move, parse_move
from games.messages import Auto, Concede, Finish, GameCommand, Moves, Pause, Redo, Resume, Undo
from games.messages import Move as MoveMessage

Act = Callable[[int, str, Command], Answer]


class Verb(NamedTuple):
    """A command understood. `decide` is None for what isn't done in memory; `act` does it through the database."""

    decide: Decide | None
    act: Act
    digest: int
    moves: list[Move] | None = None


def understand(message: GameCommand) -> Verb:
    """Raises the `Refusal` of a text that is no move, or `TooLarge`."""
    return _UNDERSTOOD[type(message)](message)


def _move(message: MoveMessage) -> Verb:
    return _played([parse_move(message.move)], digest("moves", {"after": message.after, "move": message.move}))


def _moves(message: Moves) -> Verb:
    limit = settings.LIMIT_BATCH_MOVES
    if len(message.moves) > limit:
        raise TooLarge(f"At most {limit} moves can be sent at once.", params={"limit": limit})
    asked = digest("moves", {"after": message.after, "moves": message.moves})
    return _played([parse_move(text) for text in message.moves], asked)


def _played(moves: list[Move], asked: int) -> Verb:
    def act(player: int, game: str, command: Command) -> Answer:
        return play.play_moves(player, game, command, moves)

    return Verb(play.plays(moves), act, asked, moves)


def _auto(message: Auto) -> Verb:
    pile, count = message.pile, message.count
    body: dict[str, object] = {"after": message.after, "pile": pile}
    if count != 1:
        body["count"] = count

    def act(player: int, game: str, command: Command) -> Answer:
        return play.auto(player, game, command, pile, count)

    return Verb(play.goes(pile, count), act, digest("auto", body))


def _plain(name: str, act: Act, decide: Decide | None = None) -> Callable[[Any], Verb]:
    return lambda message: Verb(decide, act, digest(name, {"after": message.after}))


_UNDERSTOOD: dict[type, Callable[[Any], Verb]] = {
    MoveMessage: _move,
    Moves: _moves,
    Auto: _auto,
    Undo: _plain("undo", play.undo, play.undoes),
    Redo: _plain("redo", play.redo, play.redoes),
    Finish: _plain("finish", play.finish),
    Pause: _plain("pause", play.pause),
    Resume: _plain("resume", play.resume),
    Concede: _plain("concede", play.concede),
}
