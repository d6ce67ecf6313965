"""The rows: a deal, a game that caches what its log says, the log's events, results, share codes."""

from games.models.deal import Deal
from games.models.event import GameEvent
from games.models.game import Game
from games.models.result import Result
from games.models.share import ShareCode

__all__ = ["Deal", "Game", "GameEvent", "Result", "ShareCode"]
