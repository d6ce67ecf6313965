"""What a player may see of a game, as plain values for JSON: the one place where cards become a payload.

Nothing here names a face-down card, or a card of the stock, while the game is on.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from games.klondike.autoplay import no_progress
from games.klondike.cards import DECK, SUITS, Cards
from games.klondike.events import Event, EventType
from games.klondike.history import History
from games.klondike.legality import can_finish, legal_moves, why_not
from games.klondike.moves import REDEAL, parse_move
from games.klondike.position import Position, foundation_top

Shown = dict[str, Any]
"""A JSON object as clients receive it."""


def show_game(game: History, now: int, seen_at: int = 0) -> Shown:
    """The part of a game's payload that is the game itself, at `now`, the server's time in ms.

    `seen_at` is the player's last sign of life.
    """
    rules = game.rules
    return {
        "version": game.version,
        "status": game.status,
        "ended_by": game.ended_by,
        "rules": rules.as_dict(),
        "position": show_position(game.position),
        **show_progress(game, now, seen_at),
        "practice": game.practice,
        "assisted": game.assisted,
        "peeked": game.peeked,
    }


def show_progress(game: History, now: int, seen_at: int = 0) -> Shown:
    """The counters, what can be done, points and clock: what any command may change besides the cards."""
    clock, rules = game.clock, game.rules
    position, moves, _, idle = game.now
    elapsed_ms = clock.elapsed_ms + (clock.charge(now, seen_at) if now > clock.at else 0)
    running = clock.running and (clock.never_stands or clock.sees(seen_at, now))
    passes, pass_number = rules.passes, position.pass_number
    return {
        "moves": moves,
        "actions": game.actions,
        "pass": pass_number,
        "redeals_left": None if passes is None else passes - pass_number,
        "no_progress": not game.over and no_progress(position, rules, idle),
        "can": show_can(game),
        "points": None if rules.points == "none" else game.points_at(elapsed_ms),
        "clock": show_clock(elapsed_ms, running, now),
    }


def show_clock(elapsed_ms: int, running: bool, now: int) -> Shown:
    """What a client's own clock goes on from."""
    return {"elapsed_ms": elapsed_ms, "running": running, "server_time": rfc3339(now)}


def show_can(game: History) -> Shown:
    """Which verbs the game takes now; `undo_refused` is the code of the reason where undo isn't one of them."""
    undo = game.why_not_undo()
    acts = game.status == "playing"
    position = game.now.position
    stock = position.stock
    return {
        "draw": acts and bool(stock),
        "redeal": acts and not stock and why_not(position, REDEAL, game.rules) is None,
        "undo": undo is None,
        "undo_refused": None if undo is None else undo.code,
        "redo": acts and game.redo_depth > 0,
        "finish": acts and not stock and can_finish(position),
    }


def show_position(position: Position) -> Shown:
    """Face-down cards and the stock as counts; waste bottom to top, columns from the deepest face-up card."""
    return {
        "stock": len(position.stock),
        "waste": [card.text for card in position.waste],
        "foundations": {name: foundation_top(position, suit) for suit, name in enumerate(SUITS)},
        "columns": [{"down": len(down), "up": [card.text for card in up]} for down, up in position.columns],
    }


def show_legal(game: History) -> list[str]:
    """The notation of every legal move, the automatic one first for each source and count; none when over or paused."""
    if game.why_not_act():
        return []
    return [move.text for move in legal_moves(game.position, game.rules)]


def show_event(event: Event, before: History) -> Shown:
    """One line of the log with the cards that it showed; `before` is the game it happened to."""
    number, kind, detail, by, _, charged_ms = event
    at_ms = before.clock.elapsed_ms + charged_ms
    if kind is EventType.PLAYED or kind is EventType.REDONE:
        _, turned_up, drawn = before.now.position.outcome(parse_move(detail or ""), before.rules)
    elif kind is EventType.UNDONE:
        turned_up, drawn = (), ()
    elif kind is EventType.ENDED:
        return {"number": number, "type": kind, "ended_by": detail, "by": by, "at_ms": at_ms}
    else:
        return {"number": number, "type": kind, "by": by, "at_ms": at_ms}
    return _show_cards(event, turned_up, drawn, at_ms)


def show_played(game: History) -> Shown:
    """The last event of a game, which is a move: what it showed is at hand."""
    step = game.past
    assert step is not None
    return _show_cards(game.event, step.turned_up, step.drawn, game.clock.elapsed_ms)


def _show_cards(event: Event, turned_up: Cards, drawn: Cards, at_ms: int) -> Shown:
    number, kind, detail, by, _, _ = event
    return {
        "number": number,
        "type": kind,
        "move": detail,
        "turned_up": [card.text for card in turned_up] if turned_up else [],
        "drawn": [card.text for card in drawn] if drawn else [],
        "by": by,
        "at_ms": at_ms,
    }


def show_events(before: History, events: Iterable[Event]) -> tuple[list[Shown], History]:
    """Consecutive events as clients see them, and the game after them."""
    shown = []
    for event in events:
        shown.append(show_event(event, before))
        before = before.apply(event)
    return shown, before


def show_dealt(start: History) -> Shown:
    """The first line of a log."""
    return {"number": 1, "type": EventType.DEALT, "by": start.event.by, "at_ms": 0}


def known_cards(game: History) -> Cards:
    """The cards this game's log has shown its player, in the order of the deck."""
    return tuple([card for card in DECK if game.known >> card.index & 1])


@lru_cache(256)  # moves that are committed together are told together
def rfc3339(ms: int) -> str:
    """Server time in ms since 1970 as RFC 3339 in UTC, to the millisecond."""
    return f"{_second(ms // 1000)}.{ms % 1000:03d}Z"


@lru_cache(64)
def _second(seconds: int) -> str:
    """Many moves fall into one second, and there are few seconds at a time."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19]
