"""From all being ready to the first card."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.actions.dealing import deal_game
from games.actions.deals import Chosen
from games.actions.now import ms_of
from games.actions.races.held import Held
from games.actions.races.times import COUNTDOWN, LATE
from games.klondike.events import DealtFor
from games.klondike.sight import rfc3339
from games.models import Entry
from games.models.game import Origin
from games.models.race import Status
from games.models.race_event import RaceEventType


def count_down(held: Held) -> None:
    """Fixes the one moment at which all start, a little ahead."""
    race = held.race
    race.status = Status.COUNTDOWN
    race.starts_at = race.due_at = held.now + COUNTDOWN
    held.tell(RaceEventType.COUNTDOWN, starts_at=rfc3339(ms_of(race.starts_at)))


def start(held: Held) -> None:
    """Deals everybody's game; the clocks run from the announced moment. Precondition: that moment has come."""
    race = held.race
    assert race.starts_at is not None
    if held.now - race.starts_at > LATE:
        race.starts_at = held.now
    race.status = Status.RUNNING
    race.ends_at = race.due_at = race.starts_at + timedelta(seconds=race.time_limit_s)
    for entry in held.entries:
        _deal(held, entry, race.starts_at)
    held.tell(RaceEventType.STARTED, starts_at=rfc3339(ms_of(race.starts_at)), ends_at=rfc3339(ms_of(race.ends_at)))


def start_own(held: Held, entry: Entry) -> None:
    """Deals one player's game of a challenge; it ends with the window at the latest."""
    race = held.race
    assert race.ends_at is not None
    assert race.due_at is not None
    entry.ends_at = min(held.now + timedelta(seconds=race.time_limit_s), race.ends_at)
    entry.ready = True
    _deal(held, entry, held.now)
    race.status = Status.RUNNING
    race.due_at = min(race.due_at, entry.ends_at)
    held.tell(RaceEventType.STARTED, entry.player_id, ends_at=rfc3339(ms_of(entry.ends_at)))


def _deal(held: Held, entry: Entry, at: datetime) -> None:
    race = held.race
    chosen = Chosen(
        race.deal,
        Origin.RACE,
        race.played_by,
        practice=race.ghost_id is not None,
        verdict=race.verdict,
        difficulty=race.difficulty,
    )
    entry.game, _ = deal_game(entry.player, chosen, ms_of(at), DealtFor.RACE)
    entry.save(update_fields=["game", "ready", "ends_at"])
