"""All logs of a race side by side, once it is over."""

from __future__ import annotations

from games import journal
from games.actions.problems import DealClosed
from games.actions.races.events import events_after, show_race_events
from games.actions.races.looking import Seen
from games.actions.races.view import show_race
from games.actions.sitting import replay
from games.actions.view import show_player
from games.klondike.position import dealt
from games.klondike.sight import Shown, show_dealt, show_events, show_position
from games.models import Game


def show_replay(seen: Seen) -> Shown:
    """Every player's game event by event, a ghost's last; `timeline` is how they follow one another when all clocks
    start together: `[at_ms, game's place in the list, number of the event]`. Raises `DealClosed` before the end."""
    race = seen.race
    if not race.over:
        raise DealClosed()
    ghosts = [race.ghost] if race.ghost else []
    games = [_show(game) for game in [*(entry.game for entry in seen.entries), *ghosts] if game is not None]
    return {
        "race": show_race(seen),
        "position": show_position(dealt(race.deal.layout)),
        "events": show_race_events(race, events_after(race, 0), seen.now),
        "games": games,
        "timeline": sorted(
            [event["at_ms"], place, event["number"]] for place, game in enumerate(games) for event in game["events"]
        ),
    }


def _show(game: Game) -> Shown:
    lines = journal.read(game.pk)
    start = replay(game, lines, until=1)
    events, history = show_events(start, [line.event for line in lines[1:]])
    return {
        "id": game.public_id,
        "player": show_player(game.player),
        "status": history.status,
        "ended_by": history.ended_by,
        "version": history.version,
        "events": [show_dealt(start), *events],
    }
