"""What becomes of races when accounts change."""

from __future__ import annotations

from accounts.models import Player
from games.actions.problems import NotInRace
from games.actions.races.deadlines import act
from games.actions.races.forfeit import give_up
from games.actions.races.held import Held, lock_players, take
from games.actions.races.leave import rise
from games.models import Entry, Race, Wait


def refuse_merge(survivor: Player, guest: Player) -> None:
    """Raises `NotInRace` while either of the two has a seat in a race that isn't over, or waits for one."""
    players = [survivor, guest]
    if Entry.objects.filter(player__in=players, race__due_at__isnull=False).exists():
        raise NotInRace()
    if Wait.objects.filter(player__in=players, race=None).exists():
        raise NotInRace()


def take_over(survivor: Player, guest: Player) -> None:
    """Gives a guest's races to the account, but one in which they raced each other. Precondition: both rows are
    locked, and neither is in a race."""
    both = Entry.objects.filter(player=survivor).values("race")
    Entry.objects.filter(player=guest).exclude(race__in=both).update(player=survivor)


def withdraw(player: Player) -> None:
    """Leaves or forfeits every race of a player who goes, in the caller's transaction; no player's row is locked yet.

    All races are locked before all players, so that nobody waits in a circle.
    """
    races = Race.objects.filter(entries__player=player, due_at__isnull=False).order_by("pk")
    taken = [take(Race.objects.filter(pk=race)) for race in list(races.values_list("pk", flat=True))]
    held = [one for one in taken if one is not None]
    lock_players([player.pk, *(entry.player_id for one in held for entry in one.entries)])
    Wait.objects.filter(player=player).delete()
    for one in held:
        _withdraw(one, player)
        one.save()


def _withdraw(held: Held, player: Player) -> None:
    act(held)
    entry = held.seat_of(player.pk)
    if entry is None or held.race.over or entry.outcome is not None:
        return
    if entry.game_id is None:
        rise(held, entry)
    else:
        give_up(held, entry)
