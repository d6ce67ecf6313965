"""A player and the deal of the day: one game each."""

from __future__ import annotations

from accounts.models import Player
from games.actions.deals import Chosen
from games.klondike.rules import RULESETS
from games.models import Daily, Game
from games.models.game import Origin


def game_of(player: Player, daily: Daily) -> Game | None:
    """The player's game of it, were it taken over from a guest; restarts are practice, and aren't it."""
    games = Game.objects.select_related("deal", "player").filter(player=player, deal=daily.deal, origin=Origin.DAILY)
    return games.filter(restarted_from=None).order_by("merged", "pk").first()


def choose(daily: Daily) -> Chosen:
    """The deal for a first game of it."""
    return Chosen(
        daily.deal,
        Origin.DAILY,
        RULESETS[daily.ruleset],
        practice=False,
        verdict=daily.verdict,
        difficulty=daily.difficulty,
    )
