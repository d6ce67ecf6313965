"""A race's own log, as whoever may watch sees it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.actions.now import ms_of
from games.klondike.sight import Shown, rfc3339
from games.models import Race, RaceEvent
from games.models.race_event import RaceEventType


def events_after(race: Race, after: int) -> list[RaceEvent]:
    """The lines past number `after`, in order."""
    events = RaceEvent.objects.filter(race=race.pk, number__gt=after, number__lte=race.seq)
    return list(events.select_related("player").order_by("number"))


def show_race_events(race: Race, events: Iterable[RaceEvent], now: datetime) -> list[Shown]:
    """Lines for JSON. What lies ahead is told as a span too, so that nobody needs a right clock."""
    return [_show(race, event, now) for event in events]


def _show(race: Race, event: RaceEvent, now: datetime) -> Shown:
    shown: Shown = {
        "number": event.number,
        "type": event.type,
        "player": event.player.public_id if event.player else None,
        "at": rfc3339(ms_of(event.at)),
        **event.detail,
    }
    if event.type == RaceEventType.COUNTDOWN:
        shown["starts_in_ms"] = span_ms(race.starts_at, now)
    if event.type == RaceEventType.FINISHED:
        shown["reveal"] = reveal(race)
    return shown


def span_ms(until: datetime | None, now: datetime) -> int | None:
    """What is left till then, nothing if it has passed."""
    return None if until is None else max(0, round((until - now).total_seconds() * 1000))


def reveal(race: Race) -> Shown | None:
    """The deal's secret, once the race is over: the seed that the commitment was made of, and the cards."""
    if not race.over:
        return None
    seed = race.deal.seed
    secret = seed is not None and race.ghost_id is None
    return {
        "seed": bytes(seed).hex() if seed is not None and secret else None,
        "context": race.context if secret else None,
        "deck": race.deal.cards,
    }
