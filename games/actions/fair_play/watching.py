"""Looks at each clean win, some time after it was settled, and notes what should be looked at by a person."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet

from games import journal
from games.actions.fair_play.likeness import Likeness, likeness
from games.actions.fair_play.signs import Compared, Evidence, solved, too_even, too_fast, too_good, unevenness
from games.actions.now import database_now
from games.actions.owner import lock
from games.actions.sitting import replay
from games.journal import Line
from games.klondike.events import By, EventType
from games.models import Look, Result, Suspicion
from games.models.game import Origin
from games.models.result import CLEAN
from games.models.suspicion import Kind

WINDOW = 200
"""So many of a player's last random deals of a ruleset are looked at together."""

COMPARED = 20
"""So many of the last games that were compared with a solver's lines."""

Judged = tuple[Evidence | None, list[Result]]
_BATCH = 500
_OF_LAST, _WON = 20, 10
"""Only games of players who won so many of their last deals are compared: nobody follows a solver and loses."""


def look_at_wins(slice_ms: int) -> None:
    """Works for a slice of time on the wins that wait for a look. Safe to run twice, at once, or to be killed."""
    deadline = time.monotonic() + slice_ms / 1000
    for key in list(Look.objects.filter(looked_at=None).order_by("pk").values_list("pk", flat=True)[:_BATCH]):
        if time.monotonic() >= deadline:
            return
        look(Result.objects.select_related("game__deal").get(pk=key))


def look(result: Result) -> None:
    """At one win. The solver works before the player's row is locked: nobody who plays waits for it."""
    lines = journal.read(result.pk)
    at = [line.event.at for line in lines if line.event.type is EventType.PLAYED and line.event.by is By.PLAYER]
    like = _compare(result, lines)
    with transaction.atomic():
        lock(result.player_id)
        seen = Look.objects.filter(pk=result.pk, looked_at=None)
        if not seen.update(looked_at=database_now(), unevenness=unevenness(at), **(like._asdict() if like else {})):
            return
        _note(Kind.TOO_FAST, too_fast(len(at), at[-1] - at[0] if at else 0), [result])
        _note(Kind.TOO_EVEN, too_even(at), [result])
        if result.origin == Origin.RANDOM:
            _look_back(result, Kind.TOO_GOOD, _wins_of_random_deals)
        if like:
            _look_back(result, Kind.SOLVED, _solved)


def _compare(result: Result, lines: list[Line]) -> Likeness | None:
    last = Result.objects.filter(CLEAN, player=result.player_id, ruleset=result.ruleset).order_by("-ended_at", "-pk")
    if sum(last.values_list("won", flat=True)[:_OF_LAST]) < _WON or not lines:
        return None
    return likeness(replay(result.game, lines, until=1), [line.event for line in lines[1:]])


def _wins_of_random_deals(results: QuerySet[Result]) -> Judged:
    last = list(results.filter(origin=Origin.RANDOM)[:WINDOW])
    won = [deal for deal in last if deal.won]
    return too_good(len(won), len(last)), won


def _solved(results: QuerySet[Result]) -> Judged:
    compared = Look.objects.filter(result__in=results, moves__gt=0).select_related("result")
    last = list(compared.order_by("-result__ended_at", "-pk")[:COMPARED])
    games = [Compared(one.moves or 0, one.same or 0, one.as_good or 0, one.unevenness) for one in last]
    return solved(games), [one.result for one in last]


def _look_back(result: Result, kind: Kind, judge: Callable[[QuerySet[Result]], Judged]) -> None:
    """At the last results since the player was noted for this the last time."""
    noted = Suspicion.objects.filter(player=result.player_id, ruleset=result.ruleset, kind=kind)
    since = noted.values_list("raised_at", flat=True).first()
    results = Result.objects.filter(CLEAN, player=result.player_id, ruleset=result.ruleset)
    if since is not None:
        results = results.filter(ended_at__gt=since)
    _note(kind, *judge(results.order_by("-ended_at", "-pk")))


def _note(kind: Kind, evidence: Evidence | None, results: list[Result]) -> None:
    if evidence is not None:
        suspicion = Suspicion.objects.create(
            player_id=results[0].player_id,
            ruleset=results[0].ruleset,
            kind=kind,
            evidence=evidence,
            raised_at=max(result.ended_at for result in results),
        )
        suspicion.results.set(results)
