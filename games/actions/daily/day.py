"""The day's deal itself, made when it is first asked for, whoever asks."""

from __future__ import annotations

from datetime import date, timedelta

from django.conf import settings
from django.db import transaction

from accounts.problems import Invalid, NotFound
from games.actions.boards.period import midnight
from games.actions.now import database_day
from games.actions.problems import ShelfEmpty
from games.actions.shelf import prove_one, stock, take_private
from games.klondike.rules import RULESETS
from games.models import Daily, Shelf

STAYS_CLOSED = timedelta(hours=1)
"""After its day, so that who started it in time can end it."""


def todays(ruleset: str) -> Daily:
    """The daily of a ruleset. Raises `Invalid` for a ruleset without one, and `ShelfEmpty` where no deal for it could
    be proved in a few seconds. Call it outside transactions."""
    if ruleset not in settings.DAILY_RULESETS:
        raise Invalid(f"{ruleset} has no deal of the day.", field="rules")
    day = database_day()
    return _find(ruleset, day) or _make(ruleset, day)


def past(ruleset: str, day: date) -> Daily:
    """The daily of a day that has begun. Raises `NotFound` where there was none."""
    if day == database_day() and ruleset in settings.DAILY_RULESETS:
        return todays(ruleset)
    found = _find(ruleset, day)
    if found is None:
        raise NotFound()
    return found


def make_all() -> None:
    """Makes the dailies of all rulesets. Safe to run anywhere, twice, and at once."""
    for ruleset in settings.DAILY_RULESETS:
        todays(ruleset)


def _find(ruleset: str, day: date) -> Daily | None:
    return Daily.objects.select_related("deal").filter(ruleset=ruleset, date=day).first()


def _make(ruleset: str, day: date) -> Daily:
    """Of several servers at once one makes it, and the others wait for it at the row of the shelf."""
    rules = RULESETS[ruleset]
    if not stock(rules).filter(served_to=None).exists():
        prove_one(rules)
    shelf = Shelf.of(rules)
    with transaction.atomic():
        Shelf.objects.select_for_update(no_key=True).get(pk=shelf.pk)
        found = _find(ruleset, day)
        if found is not None:
            return found
        taken = take_private(rules)
        if taken is None:
            raise ShelfEmpty()
        taken.deal.opens_at = midnight(day + timedelta(days=1)) + STAYS_CLOSED
        taken.deal.save(update_fields=["opens_at"])
        return Daily.objects.create(
            date=day, ruleset=ruleset, deal=taken.deal, verdict=taken.verdict, difficulty=taken.difficulty
        )
