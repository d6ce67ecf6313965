"""What the service refuses beside the rules, and every refusal of the rules as a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.problems import Problem
from games.klondike import errors
from games.klondike.errors import Refusal
from games.klondike.sight import Shown

TITLES: Mapping[type[Refusal], tuple[int, str]] = {
    errors.Invalid: (422, "Invalid"),
    errors.NotAlternating: (422, "Same colour"),
    errors.NotNextRank: (422, "Not the next rank"),
    errors.NeedsKing: (422, "An empty column needs a king"),
    errors.NeedsAce: (422, "A foundation starts with its ace"),
    errors.NotNextInSuit: (422, "Not the next of its suit"),
    errors.FaceDown: (422, "Face down"),
    errors.NotARun: (422, "One card only"),
    errors.EmptyPile: (422, "Empty pile"),
    errors.RedealLimit: (422, "No redeal left"),
    errors.NothingToRedeal: (422, "Nothing to redeal"),
    errors.NoWorryingBack: (422, "No worrying back"),
    errors.NotDirect: (422, "Not straight from the stock"),
    errors.UndoStops: (422, "Undo stops here"),
    errors.NothingToUndo: (422, "Nothing to undo"),
    errors.NothingToRedo: (422, "Nothing to redo"),
    errors.CannotFinish: (422, "Can't finish yet"),
    errors.NoAutomaticMove: (422, "No automatic move"),
    errors.NotADeal: (422, "Not a deal"),
    errors.Paused: (409, "Paused"),
    errors.GameOver: (409, "Game over"),
}
"""HTTP status and title of each refusal of the rules."""


def problem_of(refusal: Refusal) -> Problem:
    """A refusal of the rules as clients receive it; a `field` it names stands beside the params."""
    status, title = TITLES[type(refusal)]
    params = {name: value for name, value in refusal.params.items() if name not in ("field", "reason")}
    field = refusal.params.get("field")
    extra = {"field": field} if isinstance(field, str) else {}
    return Problem(str(refusal), status=status, code=refusal.code, title=title, params=params, extra=extra)


class Stale(Problem):
    """The game has moved on; look at the events that were missed."""

    status, code, title = 409, "stale", "Stale"

    def __init__(self, version: int, events: Sequence[Shown]) -> None:
        super().__init__(extra={"version": version, "events": list(events)})


class LogFull(Problem):
    """A game has at most {limit} events: concede it or start another."""

    status, code, title = 409, "log_full", "Log full"


class DealClosed(Problem):
    """The cards of this deal are secret until everyone it was dealt for has finished."""

    status, code, title = 409, "deal_closed", "Deal closed"


class DailyPlayed(Problem):
    """You have played the deal of this day: the next one comes at midnight UTC."""

    status, code, title = 409, "daily_played", "Played today"

    def __init__(self, game: str) -> None:
        """`game` is the one that was played."""
        super().__init__(extra={"game": game})


class NotInRace(Problem):
    """That isn't possible in a race."""

    status, code, title = 409, "not_in_race", "Not in a race"


class ShelfEmpty(Problem):
    """No deal proved winnable under these rules is at hand; try again later, or take a random one."""

    status, code, title = 503, "shelf_empty", "Shelf empty"

    def __init__(self) -> None:
        """Workers look at the shelves twice a minute."""
        super().__init__(extra={"retry_after_ms": 30_000}, headers={"Retry-After": "30"})


class SolverBusy(Problem):
    """The solver is at work on as many questions as it takes at once, or on one of yours: try again in a second."""

    status, code, title = 503, "solver_busy", "Solver busy"

    def __init__(self) -> None:
        super().__init__(extra={"retry_after_ms": 1000}, headers={"Retry-After": "1"})
