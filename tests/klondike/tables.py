"""Games on boards drawn by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.klondike.diagram import read
from games.klondike.errors import Refusal
from games.klondike.history import History
from games.klondike.moves import parse_move
from games.klondike.rules import CUSTOM, RULESETS, Rules


def rules(name: str, **changes: Any) -> Rules:
    """A ruleset by name, or a custom one made from it."""
    return replace(RULESETS[name], name=CUSTOM, **changes) if changes else RULESETS[name]


def game(board: str, line: str = "", by: Rules | str = "turn-1") -> History:
    """A game that started from a drawn board, after a line of moves, `undo` and `redo`, all at the first instant."""
    return play(History.start(read(board), RULESETS[by] if isinstance(by, str) else by), line)


def play(history: History, line: str) -> History:
    for word in line.split():
        if word in {"undo", "redo"}:
            history = history.undo() if word == "undo" else history.redo()
        else:
            history = history.play(parse_move(word))
    return history


def refusal(board: str, move: str, by: Rules | str = "turn-1") -> tuple[str, str]:
    """The code and the sentence with which a move is refused on a drawn board."""
    reason = game(board, by=by).why_not(parse_move(move))
    assert isinstance(reason, Refusal)
    return reason.code, str(reason)
