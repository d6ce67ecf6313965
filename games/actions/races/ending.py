"""How a player's part in a race ends, and the race with the last of them.

The end is written into every log: an `end` line in each game that is still on, so that the log's own fence says whether
a move came before it or after.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts.problems import Busy
from games import broadcast, journal
from games.actions.now import ms_of
from games.actions.races.held import Held
from games.actions.races.ranking import figures, places
from games.actions.ratings.rating import rate
from games.actions.settle import settle
from games.actions.sitting import sit_at
from games.klondike.events import By, EndedBy
from games.klondike.history import History
from games.models import Deal, Entry, Game
from games.models.entry import GAVE_UP, Outcome
from games.models.race import Mode, Reason, Start, Status
from games.models.race_event import RaceEventType

_ATTEMPTS = 50
"""A move that gets in before the end line costs one; a player can't be that quick so often."""


class Last(NamedTuple):
    """The command that ends its own game: what to append, and the game after it."""

    entry: journal.Entry
    history: History


def conclude(held: Held, stopped: Sequence[Entry], *, reason: Reason | None = None, last: Last | None = None) -> None:
    """Ends the games of those whose outcome has just been set, and the race if that was the last it waited for, or
    there is a `reason` to.

    Raises `IntegrityError` where `last` comes too late for its game's log. All players' rows get locked.
    """
    held.lock_players()
    reason = reason or _why_over(held)
    for entry in held.entries if reason else stopped:
        if entry.outcome is None:
            entry.outcome = Outcome.TIME if entry.game_id else Outcome.UNSTARTED
    ending = [entry for entry in (held.entries if reason else stopped) if entry.game is not None]
    at = min(held.now, held.race.ends_at or held.now)
    for entry in sorted(ending, key=lambda entry: entry.game_id or 0):
        _stop(entry, min(at, entry.ends_at or at), last if last and last.entry.game == entry.game_id else None)
    for entry in stopped:
        held.tell(RaceEventType.STOPPED, entry.player_id, outcome=entry.outcome)
    if reason:
        _finish(held, reason, at)
    else:
        for entry in stopped:
            entry.engaged = False
            entry.save(update_fields=["engaged", "outcome"])


def void(held: Held, reason: Reason) -> None:
    """Ends a race that nobody played."""
    _over(held, Status.VOID, reason, held.now)
    held.tell(RaceEventType.VOID, reason=reason)


def _why_over(held: Held) -> Reason | None:
    race, entries = held.race, held.entries
    left = [entry for entry in entries if entry.outcome is None]
    if race.start == Start.OWN:
        return Reason.STOPPED if held.is_full and not left else None
    if race.mode == Mode.FIRST and any(entry.outcome == Outcome.WON for entry in entries):
        return Reason.WON
    if not left:
        return Reason.STOPPED
    return Reason.LAST_LEFT if _last_left(held) else None


def _last_left(held: Held) -> Entry | None:
    """The one who wins because everybody else has given up."""
    left = [entry for entry in held.entries if entry.outcome not in GAVE_UP]
    return left[0] if len(left) == 1 and not held.race.ghost_id and held.race.start == Start.TOGETHER else None


def _stop(entry: Entry, at: datetime, last: Last | None) -> None:
    """Brings the game of a stopped entry to its end, unless it has come there; the row then holds it as it ended."""
    game = entry.game
    assert game is not None
    if last is not None:
        journal.append([last.entry])
        _settled(game, last.history)
        return
    for _ in range(_ATTEMPTS):
        history = sit_at(game).history
        if history.over:
            game.keep(history.snapshot())
            return
        after = history.end(_ended_by(entry, history), ms_of(at), by=_by(entry))
        try:
            with transaction.atomic():
                journal.append([journal.Entry(game.pk, [after.event], snapshot=after.snapshot())])
        except IntegrityError:
            continue  # a move got in first, and counts
        _settled(game, after)
        return
    raise Busy()


def _settled(game: Game, after: History) -> None:
    settle(game, after)
    game.keep(after.snapshot())
    transaction.on_commit(lambda: broadcast.game_moved(game.public_id))


def _ended_by(entry: Entry, history: History) -> EndedBy:
    if entry.outcome in GAVE_UP:
        return EndedBy.CONCEDED
    return EndedBy.RACE if history.started else EndedBy.VOID


def _by(entry: Entry) -> By:
    return By.PLAYER if entry.outcome == Outcome.FORFEITED else By.SERVER


def _finish(held: Held, reason: Reason, at: datetime) -> None:
    """Precondition: every game of the race has come to its end."""
    race = held.race
    games = [entry.game.history if entry.game is not None else None for entry in held.entries]
    if not any(game.started for game in games if game is not None):
        for entry in held.entries:
            entry.save(update_fields=["outcome"])
        void(held, Reason.NOBODY_MOVED)
        return
    banked = [figures(game) if game is not None else None for game in games]
    haunting = [figures(race.ghost.history)] if race.ghost is not None else []
    winner = _last_left(held) if reason == Reason.LAST_LEFT else None
    ranks = places([*banked, *haunting], held.entries.index(winner) if winner else None)
    for entry, place in zip(held.entries, ranks, strict=False):
        entry.place = place
        entry.save(update_fields=["outcome", "place"])
    _over(held, Status.FINISHED, reason, at)
    rate(race, held.entries)
    players = [{"id": entry.player.public_id, "place": entry.place} for entry in held.entries]
    held.tell(RaceEventType.FINISHED, reason=reason, players=players)


def _over(held: Held, status: Status, reason: Reason, at: datetime) -> None:
    race = held.race
    race.status, race.reason, race.ended_at, race.due_at = status, reason, at, None
    held.race.entries.filter(engaged=True).update(engaged=False)
    for entry in held.entries:
        entry.engaged = False
    Deal.objects.filter(pk=race.deal_id, opens_at=None).update(opens_at=held.now)
