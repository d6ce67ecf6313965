"""A player opens a race."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.db import transaction

from accounts.models import Player
from accounts.problems import IdReused, Invalid, NotFound, SessionEnded
from games.actions.deals import secret_deal
from games.actions.looking import sit_to_look
from games.actions.now import moment, now_ms
from games.actions.problems import DealClosed
from games.actions.races.commands import Command, Done
from games.actions.races.held import lock_players
from games.actions.races.opening import Terms, open_race
from games.actions.races.problems import NotOver, TooManyRaces
from games.klondike.rules import Rules, UndoPolicy
from games.models import Game, Race, RaceEvent
from games.models.race import UNSTARTED, Mode


def create(player: Player, terms: Terms, command: Command | None = None) -> Done:
    """Opens a race on a fresh secret deal, or against a ghost on the ghost's; the player has its first seat.

    Raises `Invalid` where the terms don't go together, `TooManyRaces`, `IdReused`.
    """
    if terms.mode == Mode.POINTS and terms.rules.points == "none":
        raise Invalid("This ruleset has no points to race for.", field="mode")
    with transaction.atomic():
        if not lock_players([player.pk]):
            raise SessionEnded()
        known = Race.objects.filter(created_by=player, command=command.id).first() if command else None
        if command and known:
            if known.digest != command.digest:
                raise IdReused(params={"id": command.id})
            return Done(known, _first_events(known), repeated=True)
        require_room(player)
        deal = terms.ghost.deal if terms.ghost else secret_deal()
        held = open_race(
            terms, deal, player, command=command and command.id, digest=command.digest if command else None
        )
        held.save()
        return Done(held.race, held.events)


def require_room(player: Player) -> None:
    """Raises `TooManyRaces`. Precondition: the player's row is locked."""
    limit = settings.LIMIT_OPEN_RACES
    if Race.objects.filter(created_by=player, status__in=UNSTARTED).count() >= limit:
        raise TooManyRaces(params={"limit": limit})


def find_ghost(player: Player, public_id: str) -> Game:
    """A finished game to race against. Raises `NotFound`, `NotOver`, or `DealClosed` while its cards are secret."""
    sitting = sit_to_look(player, public_id)
    if not sitting.history.over:
        raise NotOver()
    if not sitting.history.started:
        raise NotFound()
    if not sitting.game.deal.open_at(moment(now_ms())):
        raise DealClosed()
    return sitting.game


def with_undo(rules: Rules, undo: UndoPolicy | None) -> Rules:
    """A ruleset with the race's own undo policy."""
    return rules if undo is None else replace(rules, undo=undo)


def _first_events(race: Race) -> list[RaceEvent]:
    return list(RaceEvent.objects.filter(race=race.pk, number__lte=2).order_by("number"))
