"""The cumulative Vegas balance of a player and ruleset: what all their banked games brought."""

from __future__ import annotations

from django.db.models import Sum

from games.actions.now import moment
from games.klondike.history import History
from games.klondike.sight import Shown
from games.models import Game, Result
from games.models.game import Origin


def is_banked(game: Game, history: History) -> bool:
    """Whether a game's points go into the balance: only random deals, played as dealt."""
    return history.rules.points == "vegas" and game.origin == Origin.RANDOM and not history.practice


def show_balance(game: Game, history: History) -> Shown | None:
    """The balance before this game and with it; None where the rules aren't Vegas."""
    points = history.points
    if history.rules.points != "vegas" or points is None:
        return None
    banked = Result.objects.filter(player=game.player_id, ruleset=game.ruleset, banked=True)
    if history.over:
        banked = banked.filter(ended_at__lt=moment(history.clock.at))
    before = banked.aggregate(total=Sum("points"))["total"] or 0
    return {"before": before, "after": before + points if is_banked(game, history) else before}
