"""What becomes of the games when players merge, leave or choose: games hears what accounts announces.

Each runs inside the transaction of the act; a Problem raised here refuses the act, and nothing has changed.
"""

from __future__ import annotations

from django.db import IntegrityError

from accounts.models import Player
from accounts.preferences import Preferences
from accounts.problems import Busy, Invalid
from games.actions.owner import counted, lock, unfinished
from games.actions.play import UNASKED, carry_out, sets_apart, stop
from games.klondike.events import EndedBy
from games.klondike.rules import RULESETS
from games.models import Game, Result


def take_over(sender: object, *, survivor: Player, guest: Player, **_: object) -> None:
    """A guest's games, with their results and share codes, become the survivor's, marked as merged.

    Where both have an unfinished counted game of a ruleset, the guest's goes on as practice. The guest's names for the
    commands that made them are forgotten: the survivor may have used the same.
    """
    if not lock(survivor.pk, guest.pk):
        return  # one of them has just left; accounts finds out and refuses
    taken = set(counted(survivor).values_list("ruleset", flat=True))
    for public_id in counted(guest).filter(ruleset__in=taken).values_list("public_id", flat=True):
        try:
            carry_out(guest.pk, public_id, UNASKED, sets_apart)
        except IntegrityError:  # the guest has played on meanwhile
            raise Busy() from None
    Game.objects.filter(player=guest).update(player=survivor, merged=True, created_by=None, digest=None)
    Result.objects.filter(player=guest).update(player=survivor, merged=True)


def leave(sender: object, *, player: Player, **_: object) -> None:
    """A player's unfinished games are given up; their rows stay, under the name that accounts leaves."""
    lock(player.pk)
    for public_id in unfinished(player).values_list("public_id", flat=True):
        carry_out(player.pk, public_id, UNASKED, lambda hand: stop(hand, EndedBy.CONCEDED))


def prefer(sender: object, *, preferences: Preferences, **_: object) -> None:
    """The ruleset that new games follow must be one of ours."""
    if preferences.ruleset is not None and preferences.ruleset not in RULESETS:
        raise Invalid(f"There is no ruleset called {preferences.ruleset!r}.", field="preferences.ruleset")
