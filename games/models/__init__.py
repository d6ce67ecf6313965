"""The rows: a deal, a game that caches what its log says, the log's events, results, share codes, what the solver found
and the shelves it fills."""

from games.models.deal import Deal
from games.models.event import GameEvent
from games.models.game import Game
from games.models.result import Result
from games.models.shelf import Shelf
from games.models.share import ShareCode
from games.models.verdict import Verdict

__all__ = ["Deal", "Game", "GameEvent", "Result", "ShareCode", "Shelf", "Verdict"]
