"""Who waits is brought together: first near in rating, then, the longer it takes, with anybody."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from math import inf

from django.db import transaction
from django.db.models import Count
from django.db.models.functions import Now

from games import broadcast
from games.actions.now import database_now
from games.actions.races.engaging import engage
from games.actions.races.held import lock_players
from games.actions.races.opening import Terms, open_race
from games.actions.races.starting import count_down
from games.actions.shelf import take_private
from games.klondike.rules import RULESETS, Rules
from games.models import Block, Wait
from games.models.race import Mode, Spectators

TIME_LIMIT_S = 1200
_RANGE = 100
_WIDENS_PER_S = 20
_ANYBODY_AFTER_S = 60


def match_waiting() -> None:
    """Makes every race that can be made. Safe to run anywhere, twice, and at once."""
    waiting = Wait.objects.filter(race=None, alive_until__gt=Now(), player__is_active=True)  # or banned since
    wanted = waiting.values("ruleset").annotate(players=Count("pk")).filter(players__gte=2)
    for ruleset in wanted.values_list("ruleset", flat=True):
        waits = list(waiting.filter(ruleset=ruleset).order_by("since"))
        for one, other in pairs(waits, database_now(), apart(waits)):
            if not _match(RULESETS[ruleset], one, other):
                break


def reach(wait: Wait, now: datetime) -> float:
    """How far in rating the player's opponent may be by now."""
    waited = (now - wait.since).total_seconds()
    return _RANGE + _WIDENS_PER_S * waited if waited < _ANYBODY_AFTER_S else inf


def apart(waits: Sequence[Wait]) -> set[frozenset[int]]:
    """Of whom one has blocked the other."""
    players = [wait.player_id for wait in waits]
    blocks = Block.objects.filter(player__in=players, blocked__in=players).values_list("player", "blocked")
    return {frozenset(two) for two in blocks}


def pairs(waits: Sequence[Wait], now: datetime, apart: Collection[frozenset[int]] = ()) -> list[tuple[Wait, Wait]]:
    """Who may race whom: each within the other's reach, who waits longest first, with the nearest; never two who are
    kept `apart`."""

    def may_meet(one: Wait, other: Wait) -> bool:
        near = abs(one.rating - other.rating) <= min(reach(one, now), reach(other, now))
        return near and frozenset((one.player_id, other.player_id)) not in apart

    left = list(waits)
    found = []
    while left:
        one = left.pop(0)
        near = [other for other in left if may_meet(one, other)]
        if near:
            other = min(near, key=lambda other: abs(one.rating - other.rating))
            left.remove(other)
            found.append((one, other))
    return found


def _match(rules: Rules, one: Wait, other: Wait) -> bool:
    """Makes the race, unless one of them has meanwhile turned to something else; False if there is no deal for it."""
    ranked = replace(rules, undo="reveal")
    with transaction.atomic():
        lock_players([one.player_id, other.player_id])
        waits = Wait.objects.filter(player__in=[one.player_id, other.player_id], race=None, ruleset=rules.name)
        players = [wait.player for wait in waits.select_related("player").order_by("since")]
        if len(players) < 2:
            return True
        taken = take_private(ranked)
        if taken is None:
            return False
        terms = Terms(ranked, mode=Mode.FIRST, time_limit_s=TIME_LIMIT_S, spectators=Spectators.ANYONE)
        held = open_race(terms, taken.deal, *players, ranked=True, verdict=taken.verdict, difficulty=taken.difficulty)
        Wait.objects.filter(player__in=players).update(race=held.race)
        for entry in held.entries:
            engage(entry)
        count_down(held)
        held.save()
    for player in players:
        broadcast.moved(f"player:{player.public_id}")
    return True
