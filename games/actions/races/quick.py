"""A ranked race with whoever else waits."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import Player
from accounts.problems import IdReused, SessionEnded
from games.actions.now import database_now
from games.actions.races.commands import Command
from games.actions.races.held import lock_players
from games.actions.races.matching import match_waiting, reach
from games.actions.races.problems import EmailUnverified, Engaged
from games.actions.races.times import WAIT_LEASE
from games.actions.ratings.rating import rating_of
from games.klondike.sight import Shown
from games.models import Entry, Wait


def asked_before(player: Player, command: Command | None) -> Wait | None:
    """What a command has led to by now if it is the last that asked; None if it isn't. Raises `IdReused`."""
    wait = look(player)
    if command is None or wait is None or wait.command != command.id:
        return None
    if wait.digest != command.digest:
        raise IdReused(params={"id": command.id})
    return wait


def ask(player: Player, ruleset: str, command: Command | None = None) -> Wait:
    """Looks for an opponent by a ruleset, and answers with the wait as it then is; `race` is set once there is one.

    Asking again changes nothing but the ruleset, and a race that has been found is the answer until it is over.
    Raises `EmailUnverified`, `Engaged`.
    """
    if not player.email_verified:
        raise EmailUnverified()
    with transaction.atomic():
        if not lock_players([player.pk]):
            raise SessionEnded()
        wait = Wait.objects.select_related("race").filter(player=player).first()
        if wait and wait.race and not wait.race.over:
            _remember(wait, command)
            return wait
        if Entry.objects.filter(player=player, engaged=True).exists():
            raise Engaged()
        now = database_now()
        if wait is None or wait.race or wait.ruleset != ruleset:
            wait = Wait(player=player, ruleset=ruleset, rating=round(rating_of(player.pk, ruleset).mean), since=now)
        wait.alive_until = now + WAIT_LEASE
        wait.save()
        _remember(wait, command)
    match_waiting()
    return look(player) or wait  # it may have been cancelled meanwhile


def _remember(wait: Wait, command: Command | None) -> None:
    wait.command, wait.digest = command or (None, None)
    wait.save(update_fields=["command", "digest"])


def look(player: Player) -> Wait | None:
    """The player's wait or its outcome; looking keeps it alive."""
    stay([player.pk])
    return Wait.objects.select_related("race").filter(player=player).first()


def stay(players: Sequence[int]) -> None:
    """These players (the rows' numbers) are still there to be matched; say it at least twice a minute."""
    Wait.objects.filter(player__in=players, race=None).update(alive_until=Now() + WAIT_LEASE)


def cancel(player: Player) -> None:
    """Waits no longer; a race that has been found stays."""
    with transaction.atomic():
        lock_players([player.pk])
        Wait.objects.filter(player=player, race=None).delete()


def show(wait: Wait | None) -> Shown:
    """A wait, or none, for JSON."""
    if wait is None:
        return {"status": "idle"} | dict.fromkeys(("rules", "waited_ms", "rating", "reach", "race"))
    now = database_now()
    far = reach(wait, now)
    return {
        "status": "matched" if wait.race else "waiting",
        "rules": wait.ruleset,
        "waited_ms": None if wait.race else round((now - wait.since).total_seconds() * 1000),
        "rating": wait.rating,
        "reach": round(far) if wait.race is None and isfinite(far) else None,
        "race": wait.race.public_id if wait.race else None,
    }
