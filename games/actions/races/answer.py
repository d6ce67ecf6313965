"""The answer to a command on a race."""

from __future__ import annotations

from accounts.models import Player
from games.actions.races.commands import Done
from games.actions.races.events import show_race_events
from games.actions.races.looking import look_anyway
from games.actions.races.view import snapshot
from games.klondike.sight import Shown


def show_done(player: Player, done: Done, *, legal: bool = False) -> Shown:
    """What the command told, the same however often it is repeated, and the race as it stands by now."""
    seen = look_anyway(player, done.race.pk)
    seq = done.events[-1].number if done.events else seen.race.seq
    shown: Shown = {
        **snapshot(seen, legal=legal),
        "after": seq - len(done.events),
        "seq": seq,
        "events": show_race_events(seen.race, done.events, seen.now),
    }
    if done.repeated:
        shown |= {"repeated": True, "latest_seq": seen.race.seq}
    return shown
