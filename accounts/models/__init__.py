from accounts.models.merge import Merge
from accounts.models.player import Avatar, Player
from accounts.models.session import Session
from accounts.models.ticket import Ticket

__all__ = ["Avatar", "Merge", "Player", "Session", "Ticket"]
