"""Days in a row on which a player played the daily, derived from results; none is stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from django.db.models import F, QuerySet

from games.klondike.sight import Shown
from games.models import Result
from games.models.game import Origin


def in_time(player: int) -> QuerySet[Result]:
    """The player's own results of dailies that ended before the deal opened; one a day and ruleset."""
    own = Result.objects.filter(player=player, origin=Origin.DAILY, practice=False, merged=False)
    return own.filter(ended_at__lte=F("deal__opens_at"))


def show_streaks(player: int, ruleset: str, today: date) -> Shown:
    """Days played, and days won, in a row. Today not played yet breaks none."""
    days = list(in_time(player).filter(ruleset=ruleset).order_by("day").values_list("day", "won"))
    return {
        "played": _streak((day for day, _ in days), today),
        "won": _streak((day for day, won in days if won), today),
    }


def _streak(days: Iterable[date], today: date) -> Shown:
    run = longest = 0
    last = None
    for day in days:
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        longest, last = max(longest, run), day
    lasts = last is not None and today - last <= timedelta(days=1)
    return {"current": run if lasts else 0, "longest": longest}
