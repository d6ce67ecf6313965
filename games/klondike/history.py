"""A game as its log tells it: the rules, the position, what can be taken back, the clock; each event gives the next.

`play`, `undo` and their kin judge, make the event and apply it; `apply` trusts an event that is already in the log.
Both end in the same transitions, so that a game and its replay can't differ.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from games.klondike.autoplay import finishing_move
from games.klondike.cards import Cards, known
from games.klondike.clock import Clock
from games.klondike.errors import GameOver, NothingToRedo, NothingToUndo, Paused, Refusal, UndoStops
from games.klondike.events import By, DealtFor, EndedBy, Event, EventType
from games.klondike.legality import can_finish, is_shuttle, why_not
from games.klondike.moves import ROUND, Kind, Move, parse_move
from games.klondike.position import Position, read_position
from games.klondike.rules import Rules
from games.klondike.scoring import move_points_after, points
from games.klondike.snapshot import Snapshot


class Moment(NamedTuple):
    """What an undo restores. `idle` is how many cards were turned from the stock since a move that changed more."""

    position: Position
    moves: int = 0
    move_points: int = 0
    idle: int = 0


class Step(NamedTuple):
    """A move on the line of play: what was before it, the cards it turned up in a column and drew from the stock,
    whether it put a card on a foundation, and whether it showed a card never before face up in this game."""

    move: Move
    before: Moment
    turned_up: Cards
    drawn: Cards
    to_foundation: bool
    revealed: bool
    past: Step | None


class Undone(NamedTuple):
    """A move taken back that can be played again, the last one taken back first."""

    move: Move
    rest: Undone | None


class History(NamedTuple):
    """A game after some event; immutable. Two histories of one log are alike, but compare their snapshots, not them.

    `event` is the last event. `known` is the set of cards this log has shown, by `Card.index`. `past` and `undone` hold
    the moves to take back and to play again as far as they were read; the depths count them all.
    """

    rules: Rules
    now: Moment
    event: Event
    status: str
    ended_by: EndedBy | None
    actions: int
    known: int
    past: Step | None
    undone: Undone | None
    undo_depth: int
    redo_depth: int
    last_to_foundation: bool
    last_revealed: bool
    practice: bool
    assisted: bool
    peeked: bool
    clock: Clock

    @classmethod
    def start(cls, position: Position, rules: Rules, at: int = 0, dealt_for: DealtFor = DealtFor.SOLO) -> History:
        """A game as dealt at `at`: its log is one `deal` event."""
        event = Event(1, EventType.DEALT, dealt_for, By.SERVER, at, 0)
        seen = known(position.waste)
        for column in position.columns:
            seen |= known(column.up)
        clock = Clock().after(event, over=False)
        practice = dealt_for is DealtFor.PRACTICE
        return cls(
            *(rules, Moment(position), event, "playing", None, 0, seen, None, None, 0, 0),
            *(False, False, practice, False, False, clock),
        )

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.event.number

    @property
    def position(self) -> Position:
        """Where the cards lie now."""
        return self.now.position

    @property
    def over(self) -> bool:
        """Whether the game takes no more moves."""
        return self.status in ("won", "lost", "void")

    @property
    def started(self) -> bool:
        """Whether a move was ever made, even if it has been taken back since."""
        return self.actions > 0

    @property
    def points(self) -> int | None:
        """Points as of the last event; None where the rules have none."""
        return self.points_at(self.clock.elapsed_ms)

    def points_at(self, elapsed_ms: int) -> int | None:
        """Points with the clock at `elapsed_ms`."""
        _, moves, move_points, _ = self.now
        return points(
            self.rules,
            self.position,
            moves=moves,
            move_points=move_points,
            started=self.started,
            elapsed_ms=elapsed_ms,
        )

    def why_not_act(self) -> Refusal | None:
        """Why no card may be touched: the game is over or paused."""
        if self.status == "playing":
            return None
        return Paused() if self.status == "paused" else GameOver()

    def why_not(self, move: Move) -> Refusal | None:
        """Why this move is refused now; None if it may be played."""
        if self.status != "playing":
            return self.why_not_act()
        return why_not(self.now.position, move, self.rules)

    def why_not_undo(self) -> Refusal | None:
        """Why the last move can't be taken back now; None if it can."""
        refusal = self.why_not_act()
        if refusal:
            return refusal
        if not self.undo_depth:
            return NothingToUndo()
        policy = self.rules.undo
        stops = (
            policy == "none"
            or (policy == "foundation" and self.last_to_foundation)
            or (policy == "reveal" and self.last_revealed)
        )
        return UndoStops() if stops else None

    def why_not_redo(self) -> Refusal | None:
        """Why no move can be played again now; None if one can."""
        return self.why_not_act() or (None if self.redo_depth else NothingToRedo())

    def play(self, move: Move, at: int | None = None, *, seen_at: int = 0, by: By = By.PLAYER) -> History:
        """The game after a move. Raises the reason if it is refused.

        `at` is the server's time in ms (None: the time of the last event); `seen_at` the player's last sign of life.
        """
        refusal = self.why_not(move)
        if refusal:
            raise refusal
        return self._played(move, self._next(_PLAYED, move.text, at, seen_at, by))

    def undo(self, at: int | None = None, *, seen_at: int = 0) -> History:
        """The game with the last move taken back. Raises the reason if that is refused."""
        refusal = self.why_not_undo()
        if refusal:
            raise refusal
        return self._undone(self._next(EventType.UNDONE, self._last_step.move.text, at, seen_at))

    def redo(self, at: int | None = None, *, seen_at: int = 0) -> History:
        """The game with the move last taken back played again. Raises the reason if that is refused."""
        if self.redo_depth and self.undone is None:
            raise LookupError("a redo needs the whole log")
        refusal = self.why_not_redo() or (self.undone and self.why_not(self.undone.move))
        if refusal or self.undone is None:
            raise refusal or NothingToRedo()
        move = self.undone.move
        return self._played(move, self._next(EventType.REDONE, move.text, at, seen_at))

    def finish(self, at: int | None = None, *, seen_at: int = 0) -> list[History]:
        """The game after each move of the finish, down to the win. Raises `CannotFinish` where it isn't sure to win."""
        refusal = self.why_not_act()
        if refusal:
            raise refusal
        game = self.play(finishing_move(self.position), at, seen_at=seen_at, by=By.FINISH)
        steps = [game]
        while not game.over:
            game = game.play(finishing_move(game.position), by=By.FINISH)
            steps.append(game)
        return steps

    def finishes_by_itself(self) -> bool:
        """Whether the finish follows the last move in the same command."""
        return self.rules.finish == "automatic" and self.status == "playing" and can_finish(self.position)

    def pause(self, at: int | None = None, *, seen_at: int = 0) -> History:
        """The game with its clock stopped; the same game if it is paused already. Raises `GameOver`."""
        if self.over:
            raise GameOver()
        return self if self.status == "paused" else self.apply(self._next(EventType.PAUSED, None, at, seen_at))

    def resume(self, at: int | None = None) -> History:
        """The game with its clock running again; the same game if it isn't paused. Raises `GameOver`."""
        if self.over:
            raise GameOver()
        return self.apply(self._next(EventType.RESUMED, None, at)) if self.status == "paused" else self

    def make_practice(self, at: int | None = None, *, seen_at: int = 0) -> History:
        """The game set apart from statistics for good; the same game if it is so already or over."""
        if self.practice or self.over:
            return self
        return self.apply(self._next(EventType.MADE_PRACTICE, None, at, seen_at))

    def assist(self, at: int | None = None, *, seen_at: int = 0) -> History:
        """The game marked as one in which the solver was asked; the same game if it is so already or over."""
        if self.assisted or self.over:
            return self
        return self.apply(self._next(EventType.ASSISTED, None, at, seen_at))

    def end(self, ended_by: EndedBy, at: int | None = None, *, seen_at: int = 0, by: By = By.PLAYER) -> History:
        """The game given up or stopped: void where no one is to be counted, else lost. Raises `GameOver`."""
        if self.over:
            raise GameOver()
        return self.apply(self._next(EventType.ENDED, ended_by, at, seen_at, by))

    def apply(self, event: Event) -> History:
        """The game after the next event of its log, which was judged when it was made."""
        kind = event.type
        if kind is EventType.PLAYED or kind is EventType.REDONE:
            return self._played(parse_move(event.detail or ""), event)
        if kind is EventType.UNDONE:
            return self._undone(event)
        if kind is EventType.ENDED:
            ended_by = EndedBy(event.detail or "")
            status = "void" if ended_by is EndedBy.VOID else "lost"
            clock = self.clock.after(event, over=True)
            return self._replace(event=event, status=status, ended_by=ended_by, clock=clock)
        clock = self.clock.after(event, over=False)
        if kind is EventType.PAUSED:
            return self._replace(event=event, status="paused", clock=clock)
        if kind is EventType.RESUMED:
            return self._replace(event=event, status="playing", clock=clock)
        if kind is EventType.MADE_PRACTICE:
            return self._replace(event=event, practice=True, clock=clock)
        if kind is EventType.ASSISTED:
            return self._replace(event=event, assisted=True, clock=clock)
        raise ValueError(f"a log has one deal event, its first; this is number {event.number}")

    def snapshot(self) -> Snapshot:
        """This history in plain values, without its past."""
        now, clock = self.now, self.clock
        return Snapshot(
            self.event.number,
            self.status,
            self.ended_by,
            now.position.text,
            now.moves,
            self.actions,
            now.move_points,
            now.idle,
            self.known,
            self.undo_depth,
            self.redo_depth,
            self.last_to_foundation,
            self.last_revealed,
            self.practice,
            self.assisted,
            self.peeked,
            *clock,
        )

    @classmethod
    def from_snapshot(cls, kept: Snapshot, rules: Rules) -> History:
        """Takes back a snapshot. Its `event` is a stand-in, right in number and time; it can't undo or redo."""
        event = Event(kept.version, EventType.PLAYED, None, By.PLAYER, kept.at, 0)
        now = Moment(read_position(kept.position), kept.moves, kept.move_points, kept.idle)
        clock = Clock(kept.elapsed_ms, kept.running, kept.at, kept.started_at, kept.ended_at, kept.never_stands)
        ended_by = EndedBy(kept.ended_by) if kept.ended_by else None
        return cls(
            *(rules, now, event, kept.status, ended_by, kept.actions, kept.known, None, None),
            *(kept.undo_depth, kept.redo_depth, kept.last_to_foundation, kept.last_revealed),
            *(kept.practice, kept.assisted, kept.peeked, clock),
        )

    def shortened(self, steps: int) -> History:
        """The same game with so many moves at hand to take back, at most; to take back more needs the whole log."""
        kept: list[Step] = []
        step = self.past
        while step is not None and len(kept) < steps:
            kept.append(step)
            step = step.past
        past = None
        for move, before, turned_up, drawn, to_foundation, revealed, _ in reversed(kept):
            past = _step((move, before, turned_up, drawn, to_foundation, revealed, past))
        rules, now, event, status, ended_by, actions, seen, _, *rest = self
        return _history((rules, now, event, status, ended_by, actions, seen, past, *rest))

    @property
    def _last_step(self) -> Step:
        step = self.past
        if step is None or (step.past is None and self.undo_depth > 1):  # what the move before was tells what undo may
            raise LookupError("an undo needs the whole log")
        return step

    def _next(self, kind: EventType, detail: str | None, at: int | None, seen_at: int = 0, by: By = By.PLAYER) -> Event:
        """The next event; a server whose clock was set back writes the time of the event before it again."""
        clock = self.clock
        when = clock.at if at is None or at < clock.at else at
        return _event((self.event.number + 1, kind, detail, by, when, clock.charge(when, seen_at)))

    def _played(self, move: Move, event: Event) -> History:
        rules = self.rules
        before = self.now
        was, moves, move_points, idle = before
        position, turned_up, drawn = was.outcome(move, rules)
        shown = known(turned_up or drawn)  # no move does both
        revealed = shown & ~self.known != 0
        to_foundation = position.foundations != was.foundations and move.kind is not _WORRY_BACK
        changed = to_foundation or not (move.kind in ROUND or is_shuttle(was, move))
        move_points = move_points_after(
            move_points, move, rules, to_foundation=to_foundation, turns_up=bool(turned_up), pass_number=was.pass_number
        )
        now = (position, moves + 1, move_points, 0 if changed else idle + len(drawn))
        won = position.won
        redone = event.type is _REDONE
        return _history(
            (
                rules,
                _moment(now),
                event,
                "won" if won else self.status,
                None,
                self.actions + 1,
                self.known | shown,
                _step((move, before, turned_up, drawn, to_foundation, revealed, self.past)),
                self.undone.rest if redone and self.undone else None,
                self.undo_depth + 1,
                self.redo_depth - 1 if redone else 0,
                to_foundation,
                revealed,
                self.practice,
                self.assisted,
                self.peeked,
                self.clock.after(event, won),
            )
        )

    def _undone(self, event: Event) -> History:
        step = self._last_step
        last = step.past
        return self._replace(
            now=step.before,
            event=event,
            actions=self.actions + 1,
            past=last,
            undone=Undone(step.move, self.undone),
            undo_depth=self.undo_depth - 1,
            redo_depth=self.redo_depth + 1,
            last_to_foundation=last is not None and last.to_foundation,
            last_revealed=last is not None and last.revealed,
            peeked=self.peeked or step.revealed,
            clock=self.clock.after(event, over=False),
        )


# To look a member up in its enumeration takes 0.1 µs in Python 3.11, ten times as long as a name of the module.
_PLAYED, _REDONE, _WORRY_BACK = EventType.PLAYED, EventType.REDONE, Kind.WORRY_BACK
# See `position`: these are made with every move.
_event, _history = partial(tuple.__new__, Event), partial(tuple.__new__, History)
_moment, _step = partial(tuple.__new__, Moment), partial(tuple.__new__, Step)
