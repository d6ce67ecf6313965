"""What a player does in a game: every command on its log goes through `carry_out`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.problems import Busy, IdReused, Problem
from games import broadcast, journal
from games.actions import memory
from games.actions.answer import Answer, Stopped
from games.actions.now import now_ms
from games.actions.owner import lock, still_owns
from games.actions.problems import LogFull, NotInRace, problem_of
from games.actions.races.closing import catch_up, close, race_is_over
from games.actions.races.problems import RaceOver
from games.actions.settle import settle
from games.actions.sitting import Turn, missed, replay, sit, stale
from games.journal import Entry
from games.klondike.autoplay import automatic_move
from games.klondike.errors import Refusal
from games.klondike.events import By, EndedBy, Event, EventType
from games.klondike.history import History
from games.klondike.moves import Move

_ATTEMPTS = 3
"""A lost fence is looked at again: the second look finds the command's own twin, or that the log has moved on."""


_ROW_EVERY = 8
"""A game's row is a cache: it may lag behind the log by a few moves, which whoever reads it plays again."""


class Command(NamedTuple):
    """`after` is the log number the client has seen, `id` its name for this command, `digest` what it asks for.

    All None is a command that happens whatever the log says, and isn't remembered.
    """

    after: int | None
    id: str | None
    digest: int | None


UNASKED = Command(None, None, None)
"""What no client sent."""


class Hand(NamedTuple):
    """What a verb decides on: the game, and the times its events need (ms since 1970)."""

    game: History
    at: int
    seen_at: int


Steps = list[History]
Decide = Callable[[Hand], Steps]


def carry_out(
    player: int, public_id: str, command: Command, decide: Decide, *, whole: bool = False, in_race: bool = True
) -> Answer:
    """Loads the game, decides, appends, answers. Raises `NotFound`, `Stale`, `IdReused`, or what `decide` raises.

    A command known by its id gets its first answer. In a race's game, which takes none once the race is over, `in_race`
    False refuses the command until then.
    """
    remembered = None if whole else memory.recall(player, public_id, command.after, command.id)
    for _ in range(_ATTEMPTS):
        at = now_ms()  # before it is asked whether the time is up, so that nothing in the log is later than that
        turn, remembered = remembered or sit(player, public_id, command.id, whole=whole), None
        if turn.told:
            return _told(turn, command)
        history = turn.history
        if history.clock.never_stands:
            if not in_race and not (history.over and race_is_over(turn.id)):
                raise NotInRace()
            if not history.over and catch_up(turn.id, player):
                continue
            if in_race and history.ended_by in (EndedBy.RACE, EndedBy.VOID):
                raise _race_over(turn, command)
        if command.after is not None and command.after != history.version:
            raise stale(turn.game, command.after)
        steps = decide(Hand(history, at, turn.seen_at))
        if not steps or _append(turn, command, steps):
            return Answer(history, steps)
    raise Busy()


def play_moves(player: int, public_id: str, command: Command, moves: Sequence[Move]) -> Answer:
    """Plays moves as far as they are legal; raises the first one's refusal where none is.

    In a game that finishes by itself the finish follows in the same command.
    """
    return with_stop(carry_out(player, public_id, command, plays(moves)), moves)


def plays(moves: Sequence[Move]) -> Decide:
    """What `play_moves` decides."""

    def decide(hand: Hand) -> Steps:
        steps: Steps = []
        game = hand.game
        for move in moves:
            refusal = game.why_not(move)
            if refusal:
                break
            game = game.play(move, hand.at, seen_at=hand.seen_at)
            steps.append(game)
            if game.finishes_by_itself():
                steps += game.finish()
                game = steps[-1]
        if not steps:
            raise game.why_not(moves[0]) or ValueError("a batch has at least one move")
        return steps

    return decide


def with_stop(answer: Answer, moves: Sequence[Move]) -> Answer:
    """The answer to a batch, with the reason why the rest of it wasn't played."""
    played = sum(step.event.by is not By.FINISH for step in answer.steps)
    if played == len(moves):
        return answer
    refusal = answer.after.why_not(moves[played])
    return answer._replace(stopped=Stopped(played, problem_of(refusal))) if refusal else answer


def undo(player: int, public_id: str, command: Command) -> Answer:
    """Takes the last move back."""
    return carry_out(player, public_id, command, undoes, whole=True)


def undoes(hand: Hand) -> Steps:
    """What `undo` decides; the game needs its past."""
    return [hand.game.undo(hand.at, seen_at=hand.seen_at)]


def redo(player: int, public_id: str, command: Command) -> Answer:
    """Plays again what was taken back last."""
    return carry_out(player, public_id, command, redoes, whole=True)


def redoes(hand: Hand) -> Steps:
    """What `redo` decides; the game needs its past."""
    return [hand.game.redo(hand.at, seen_at=hand.seen_at)]


def auto(player: int, public_id: str, command: Command, pile: str, count: int) -> Answer:
    """Moves the top cards of a pile where they go by themselves."""
    return carry_out(player, public_id, command, goes(pile, count))


def goes(pile: str, count: int) -> Decide:
    """What `auto` decides."""

    def decide(hand: Hand) -> Steps:
        refusal = hand.game.why_not_act()
        if refusal:
            raise refusal
        move = automatic_move(hand.game.position, pile, count)
        if isinstance(move, Refusal):
            raise move
        game = hand.game.play(move, hand.at, seen_at=hand.seen_at)
        return [game, *game.finish()] if game.finishes_by_itself() else [game]

    return decide


def finish(player: int, public_id: str, command: Command) -> Answer:
    """Plays the rest to the foundations, where that is sure to win."""
    return carry_out(player, public_id, command, lambda hand: hand.game.finish(hand.at, seen_at=hand.seen_at))


def pause(player: int, public_id: str, command: Command) -> Answer:
    """Stops the clock; nothing happens where it is stopped already."""

    def decide(hand: Hand) -> Steps:
        return _changed(hand.game, hand.game.pause(hand.at, seen_at=hand.seen_at))

    return carry_out(player, public_id, command, decide, in_race=False)


def resume(player: int, public_id: str, command: Command) -> Answer:
    """Lets the clock run again; nothing happens where it isn't stopped."""
    return carry_out(
        player, public_id, command, lambda hand: _changed(hand.game, hand.game.resume(hand.at)), in_race=False
    )


def concede(player: int, public_id: str, command: Command) -> Answer:
    """Gives the game up; in a race's game that is to forfeit the race."""

    def decide(hand: Hand) -> Steps:
        return [hand.game.end(EndedBy.CONCEDED, hand.at, seen_at=hand.seen_at)]

    return carry_out(player, public_id, command, decide)


def sets_apart(hand: Hand) -> Steps:
    """Makes the game practice; nothing where it is that already, or over."""
    return _changed(hand.game, hand.game.make_practice(hand.at, seen_at=hand.seen_at))


def stop(hand: Hand, ended_by: EndedBy, by: By = By.PLAYER) -> Steps:
    """Ends a game from outside: void where no move was ever made, nothing where it is over already."""
    game = hand.game
    if game.over:
        return []
    return [game.end(ended_by if game.started else EndedBy.VOID, hand.at, seen_at=hand.seen_at, by=by)]


def _changed(before: History, after: History) -> Steps:
    return [] if after is before else [after]


def _append(turn: Turn, command: Command, steps: Steps) -> bool:
    last = steps[-1]
    limit = settings.LIMIT_GAME_EVENTS
    if last.version > limit and not last.over:
        raise LogFull(params={"limit": limit})
    events = [step.event for step in steps]
    snapshot = last.snapshot() if last.over or _row_is_due(turn.history.version, events) else None
    entry = Entry(turn.id, events, command.id, command.digest, snapshot)
    if not last.over:
        appended = not journal.append([entry])
    else:
        appended = close(entry, last) if last.clock.never_stands else _end(turn, entry, last)
    if appended:
        memory.remember(turn, command.id, last)
        broadcast.game_moved(turn.public_id)
    return appended


def _row_is_due(before: int, events: Sequence[Event]) -> bool:
    """Whether the game's row is to be written with these events: with every eighth, and with all that aren't moves, so
    that what a row lags behind are moves alone."""
    return events[-1].number // _ROW_EVERY != before // _ROW_EVERY or any(
        event.type is not EventType.PLAYED for event in events
    )


def _end(turn: Turn, entry: Entry, last: History) -> bool:
    """An event that ends a game leaves with its result in one transaction; the player's row is locked before the log,
    as everywhere, so that no two ends wait for each other."""
    try:
        with transaction.atomic():
            if not (lock(turn.player) and still_owns(turn.game)):
                return False
            journal.append([entry])
            settle(turn.game, last)
    except IntegrityError:
        return False
    return True


def _told(turn: Turn, command: Command) -> Answer:
    told = turn.told
    if any(line.digest != command.digest for line in told):
        raise IdReused(params={"id": command.id})
    before = replay(turn.game, until=told[0].event.number - 1)
    steps = []
    game = before
    for line in told:
        game = game.apply(line.event)
        steps.append(game)
    return Answer(before, steps, latest=turn.history.version)


def _race_over(turn: Turn, command: Command) -> Problem:
    events, history = missed(turn.game, turn.history.version if command.after is None else command.after)
    return RaceOver(history.version, events)
