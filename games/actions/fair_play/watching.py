"""Looks at each clean win as it is settled, and notes what should be looked at by a person."""

from __future__ import annotations

from games import journal
from games.actions.fair_play.signs import Evidence, too_even, too_fast, too_good
from games.klondike.events import By, EventType
from games.models import Result, Suspicion
from games.models.game import Origin
from games.models.result import CLEAN
from games.models.suspicion import Kind

WINDOW = 200
"""So many of a player's last random deals of a ruleset are looked at together."""


def watch(result: Result) -> None:
    """Precondition: the result and its game's log are written, the player's row is locked."""
    if not (result.won and result.is_clean):
        return
    at = [
        line.event.at
        for line in journal.read(result.pk)
        if line.event.type is EventType.PLAYED and line.event.by is By.PLAYER
    ]
    _note(Kind.TOO_FAST, too_fast(len(at), at[-1] - at[0] if at else 0), [result])
    _note(Kind.TOO_EVEN, too_even(at), [result])
    if result.origin == Origin.RANDOM:
        _look_back(result)


def _look_back(result: Result) -> None:
    """At the last deals since the player was noted for these the last time."""
    noted = Suspicion.objects.filter(player=result.player_id, ruleset=result.ruleset, kind=Kind.TOO_GOOD)
    since = noted.values_list("raised_at", flat=True).first()
    deals = Result.objects.filter(CLEAN, player=result.player_id, ruleset=result.ruleset, origin=Origin.RANDOM)
    if since is not None:
        deals = deals.filter(ended_at__gt=since)
    last = list(deals.order_by("-ended_at", "-pk")[:WINDOW])
    _note(Kind.TOO_GOOD, too_good(sum(deal.won for deal in last), len(last)), [deal for deal in last if deal.won])


def _note(kind: Kind, evidence: Evidence | None, results: list[Result]) -> None:
    if evidence is not None:
        first = results[0]
        suspicion = Suspicion.objects.create(
            player_id=first.player_id,
            ruleset=first.ruleset,
            kind=kind,
            evidence=evidence,
            raised_at=max(result.ended_at for result in results),
        )
        suspicion.results.set(results)
