"""The rows: a deal, a game that caches what its log says, the log's events, results, share codes, what the solver found
and the shelves it fills, races with their seats, logs and connections, boards and what they count, ratings, dailies,
friends, looks at results, and what they found."""

from games.models.block import Block
from games.models.board_change import BoardChange
from games.models.board_count import BoardCount
from games.models.daily import Daily
from games.models.deal import Deal
from games.models.entry import Entry
from games.models.event import GameEvent
from games.models.friendship import Friendship
from games.models.game import Game
from games.models.look import Look
from games.models.presence import Presence
from games.models.race import Race
from games.models.race_event import RaceEvent
from games.models.rating import Rating
from games.models.rating_change import RatingChange
from games.models.result import Result
from games.models.share import ShareCode
from games.models.shelf import Shelf
from games.models.standing import Standing
from games.models.suspicion import Suspicion
from games.models.verdict import Verdict
from games.models.wait import Wait

__all__ = [
    "Block",
    "BoardChange",
    "BoardCount",
    "Daily",
    "Deal",
    "Entry",
    "Friendship",
    "Game",
    "GameEvent",
    "Look",
    "Presence",
    "Race",
    "RaceEvent",
    "Rating",
    "RatingChange",
    "Result",
    "ShareCode",
    "Shelf",
    "Standing",
    "Suspicion",
    "Verdict",
    "Wait",
]
