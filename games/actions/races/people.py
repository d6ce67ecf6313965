"""What becomes of races when players merge, leave or ask for their data: games hears what accounts announces.

Each runs inside the transaction of the act; a Problem raised here refuses the act, and nothing has changed.
"""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import Busy
from games.actions.problems import NotInRace
from games.actions.races.deadlines import act
from games.actions.races.forfeit import give_up
from games.actions.races.held import Held, lock_players, take
from games.actions.races.leave import rise
from games.actions.races.looking import see_all, whole
from games.actions.races.view import show_race
from games.klondike.sight import Shown
from games.models import Entry, Race, Wait


def take_over(sender: object, *, survivor: Player, guest: Player, **_: object) -> None:
    """A guest's races become the account's, but those in which the two raced each other.

    Raises `NotInRace` while either has a seat in a race that isn't over, or waits for one. Precondition: both rows are
    locked, so that nobody sits down meanwhile.
    """
    players = [survivor, guest]
    sits = Entry.objects.filter(player__in=players, race__due_at__isnull=False).exists()
    if sits or Wait.objects.filter(player__in=players, race=None).exists():
        raise NotInRace()
    both = Entry.objects.filter(player=survivor).values("race")
    Entry.objects.filter(player=guest).exclude(race__in=both).update(player=survivor)


def export(sender: object, *, player: Player, **_: object) -> dict[str, list[Shown]]:
    """All races that the player had a seat in, newest first; no card of one that isn't over."""
    races = list(whole().filter(entries__player=player).order_by("-pk"))
    return {"races": [show_race(seen, listed=True) for seen in see_all(player, races)]}


def withdraw(sender: object, *, player: Player, **_: object) -> None:
    """Leaves or forfeits every race of a player who goes. Precondition: no player's row is locked yet. Raises `Busy`
    where the player takes a seat meanwhile.

    All races are locked before all players, so that nobody waits in a circle.
    """
    races = Race.objects.filter(entries__player=player, due_at__isnull=False).order_by("pk")
    taken = [take(Race.objects.filter(pk=race)) for race in list(races.values_list("pk", flat=True))]
    held = [one for one in taken if one is not None]
    lock_players([player.pk, *(entry.player_id for one in held for entry in one.entries)])
    taken_since = races.exclude(pk__in=[one.race.pk for one in held])
    if taken_since.exists():
        raise Busy()
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
