"""What can be typed, as messages."""

from __future__ import annotations

from games.klondike.errors import NotARun, Refusal
from games.klondike.moves import parse_move
from games.messages import (
    Auto,
    Claim,
    Concede,
    Finish,
    Forfeit,
    In,
    Leave,
    Move,
    Moves,
    Pause,
    Ready,
    Redo,
    Rematch,
    Resume,
    Undo,
)

HELP = """A move says from where and to where: draw, redeal, w-4, w-f, 3-f, 4-6, h-2;
w is the waste, f a foundation, h that of hearts. 4-6x3 moves three cards.
Several moves in a line are played in order. auto 4 sends a card where it goes.
undo, redo, hint, finish, pause, resume, concede; help, quit.
In a race: ready, leave, forfeit, rematch, claim (it from who is gone)."""
ON_RACE = {"ready": Ready, "leave": Leave, "forfeit": Forfeit, "claim": Claim, "rematch": Rematch}
ON_GAME = {"undo": Undo, "redo": Redo, "finish": Finish, "concede": Concede, "pause": Pause, "resume": Resume}


MOST_MOVES = 1000
"""In one line. The server may refuse fewer, but at a frame too large it hangs up, however often it is sent again."""


class NotUnderstoodError(Exception):
    """What was typed can't be sent; its text says why."""


def understand(line: str, name: str, race: str | None, game: str | None, seq: int, *, playing: bool) -> In:
    """The message by this name for a line. `game` is None until it has begun, and `playing` says
    whether the race is one's own. Raises `NotUnderstoodError`."""
    first, *rest = words = line.lower().split()
    if not (first == "auto" or (first in {*ON_RACE, *ON_GAME} and not rest)):
        strange = [word for word in words if not _is_move(word)]
        if strange:
            said = strange[0] if _is_move(first) else line.strip()
            raise NotUnderstoodError(f"{said[:30]!r} is nothing that can be done here; help says what is.")
    if len(words) > MOST_MOVES:
        raise NotUnderstoodError(f"At most {MOST_MOVES} moves go in one line.")
    if not playing:
        raise NotUnderstoodError("You only watch this race.")
    if first in ON_RACE:
        if race is None:
            raise NotUnderstoodError("This is a game for one, not a race.")
        return ON_RACE[first](race, name)
    if game is None:
        raise NotUnderstoodError("Your game hasn't begun.")
    if first in ON_GAME:
        return ON_GAME[first](game, name, seq)
    if first == "auto":
        return _auto(rest, game, name, seq)
    return Moves(game, name, seq, words) if rest else Move(game, name, seq, first)


def _auto(given: list[str], game: str, name: str, seq: int) -> Auto:
    pile, count = [*given, "1"][:2] if len(given) in (1, 2) else ("", "")
    if pile not in tuple("w1234567") or not count.isdecimal() or not 1 <= int(count) <= 13:
        raise NotUnderstoodError("auto wants a pile, w or 1 to 7, and may say how many cards: auto 4, auto 4 3.")
    return Auto(game, name, seq, pile, int(count))


def _is_move(word: str) -> bool:
    try:
        parse_move(word)
    except Refusal as refusal:
        return isinstance(refusal, NotARun)
    return True
