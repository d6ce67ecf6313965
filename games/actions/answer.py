"""The answer to a command: what happened, and what it changed, as the player may see it."""

from __future__ import annotations

from typing import NamedTuple

from accounts.problems import Problem
from games.klondike.events import EventType
from games.klondike.history import History
from games.klondike.moves import REDEAL
from games.klondike.sight import Shown, show_event, show_legal, show_position, show_progress


class Stopped(NamedTuple):
    """Why the rest of a batch wasn't played: which move was refused, from 0, and the reason."""

    at: int
    problem: Problem


class Answer(NamedTuple):
    """`before` is the game the command found, `steps` the game after each of its events, in order.

    `latest` is the version of the log where a `repeated` command gets its first answer again.
    """

    before: History
    steps: list[History]
    stopped: Stopped | None = None
    latest: int | None = None

    @property
    def after(self) -> History:
        """The game after the command."""
        return self.steps[-1] if self.steps else self.before

    def show_events(self) -> list[Shown]:
        """What happened, line by line."""
        befores = [self.before, *self.steps][:-1]
        return [show_event(step.event, before) for before, step in zip(befores, self.steps, strict=True)]

    def show(self, *, legal: bool = False, now: int | None = None, seen_at: int = 0) -> Shown:
        """The answer for JSON; equal however often the command is repeated, but for what says that it was.

        The clock is shown as of the last event, unless one asks for it as of `now`.
        """
        game = self.after
        shown: Shown = {
            "after": self.before.version,
            "version": game.version,
            "events": self.show_events(),
            "status": game.status,
            "ended_by": game.ended_by,
            **show_progress(game, now or game.clock.at, seen_at),
            "practice": game.practice,
            "assisted": game.assisted,
            "peeked": game.peeked,
        }
        if any(_moves_many(step) for step in self.steps):
            shown["position"] = show_position(game.position)
        if legal:
            shown["legal"] = show_legal(game)
        if self.stopped:
            shown["stopped"] = {"index": self.stopped.at, "problem": self.stopped.problem.document()}
        if self.latest is not None:
            shown |= {"repeated": True, "latest_version": self.latest}
        return shown


def _moves_many(step: History) -> bool:
    """Whether a client is better off with the whole position than with the event."""
    event = step.event
    return event.type in (EventType.UNDONE, EventType.REDONE) or event.detail == REDEAL.text
