"""Whether a position of Klondike can be won, all cards known: `solve` answers, with a line of moves or a proof."""

from games.solver.search import NO_LIMIT, Budget, OutsideProofs, solve
from games.solver.verdict import Spent, Verdict, assert_won, difficulty

__all__ = ["NO_LIMIT", "Budget", "OutsideProofs", "Spent", "Verdict", "assert_won", "difficulty", "solve"]
