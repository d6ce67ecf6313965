"""A game for other programs."""

from __future__ import annotations

from typing import Literal

from games.actions.looking import is_open
from games.actions.problems import DealClosed
from games.actions.sitting import Sitting, replay
from games.klondike.history import History
from games.klondike.interchange import DealFormat, Record, write_deal, write_record
from games.klondike.moves import Move
from games.klondike.sight import Shown

Format = DealFormat | Literal["klondike"]


def export(sitting: Sitting, form: Format) -> Shown:
    """The deal in one of the formats that hold a deal, or the game with its line of play.

    While the deal is closed the formats of a deal are refused with `DealClosed`, and the game's leaves it out.
    """
    if form == "klondike":
        return {"format": form, "text": _game(sitting)}
    if not is_open(sitting):
        raise DealClosed()
    return {"format": form, "text": write_deal(sitting.game.deal.layout, form)}


def _game(sitting: Sitting) -> str:
    game, history = sitting
    record = Record(game.deal.layout, history.rules, line_of_play(replay(game)))
    return write_record(record, with_deal=is_open(sitting))


def line_of_play(history: History) -> tuple[Move, ...]:
    """The moves that led here, without those taken back; `history` has its past."""
    moves = []
    step = history.past
    while step is not None:
        moves.append(step.move)
        step = step.past
    return tuple(reversed(moves))
