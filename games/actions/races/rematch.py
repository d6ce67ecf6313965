"""The same players once more, on a new deal."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import SessionEnded
from games.actions.deals import secret_deal
from games.actions.races.commands import Command, Done, carry_out
from games.actions.races.create import require_room
from games.actions.races.deadlines import hold
from games.actions.races.held import Held
from games.actions.races.opening import open_race, terms_of
from games.actions.races.problems import Engaged, NotOver
from games.actions.races.ready import press
from games.models import Entry, Race
from games.models.race import UNSTARTED, Start
from games.models.race_event import RaceEventType


def rematch(player: Player, public_id: str, command: Command) -> Done:
    """Opens the one rematch of a race that is over, for all who had a seat; the players who press it are ready.

    A ranked race's rematch isn't ranked, and a ghost's is against the same ghost. Raises `NotFound`, `NotOver`,
    `TooManyRaces`, `IdReused`.
    """
    return carry_out(player, public_id, command, again)


def again(held: Held, entry: Entry) -> None:
    """What `rematch` does in a race that is held. The new race is locked after the old one."""
    race = held.race
    if not race.over:
        raise NotOver()
    following = Race.objects.filter(rematch_of=race).first()
    if following is not None:
        with hold(pk=following.pk) as next_held:
            _sit_ready(next_held, entry.player_id)
        return
    held.lock_players()
    seated = Player.objects.filter(entries__race=race, is_active=True).order_by("entries__seat")
    here = {player.pk: player for player in seated}
    if here.pop(entry.player_id, None) is None:
        raise SessionEnded()
    require_room(entry.player)
    deal = race.deal if race.ghost_id else secret_deal()
    opened = open_race(terms_of(race), deal, entry.player, *here.values(), rematch_of=race)
    _sit_ready(opened, entry.player_id)
    opened.save()
    held.tell(RaceEventType.REMATCH, entry.player_id, race=opened.race.public_id)


def _sit_ready(held: Held, player: int) -> None:
    """Who asks for a rematch is ready for it, unless they have left it again or are ready for another race."""
    entry = held.seat_of(player)
    if entry is None or held.race.start == Start.OWN or held.race.status not in UNSTARTED:
        return
    try:
        press(held, entry)
    except Engaged:
        return
