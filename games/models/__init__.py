"""The rows: a deal, a game that caches what its log says, the log's events, results, share codes, what the solver found
and the shelves it fills, races with their seats, logs and connections."""

from games.models.deal import Deal
from games.models.entry import Entry
from games.models.event import GameEvent
from games.models.game import Game
from games.models.presence import Presence
from games.models.race import Race
from games.models.race_event import RaceEvent
from games.models.result import Result
from games.models.share import ShareCode
from games.models.shelf import Shelf
from games.models.verdict import Verdict
from games.models.wait import Wait

__all__ = [
    "Deal",
    "Entry",
    "Game",
    "GameEvent",
    "Presence",
    "Race",
    "RaceEvent",
    "Result",
    "ShareCode",
    "Shelf",
    "Verdict",
    "Wait",
]
