"""What workers do: each task is one action, small, and safe to run twice, at once, or to be killed."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from games.actions import restocking, tidying, verdicts
from games.actions.boards import counts
from games.actions.daily import day
from games.actions.fair_play import watching
from games.actions.races import deadlines


@shared_task
def restock() -> None:
    """Looks what the shelves and the askers want, and asks workers for it."""
    restocking.restock()
    verdicts.ask_again()


@shared_task
def fill(shelf: int) -> None:
    """Works on a shelf for a slice of time."""
    restocking.fill(shelf)


@shared_task
def judge(verdict: int) -> None:
    """Finds the verdict that a row wants."""
    verdicts.judge(verdict)


@shared_task
def tidy() -> None:
    """Ends abandoned games; forgets unused guests, sessions that have run out, and connections that ended."""
    tidying.abandon_games()
    tidying.forget_guests()
    tidying.forget_ended()


@shared_task
def act_on_due() -> None:
    """Acts on what is due in races, where no serving process did."""
    deadlines.act_on_due()


@shared_task
def make_dailies() -> None:
    """Makes the deals of a day that has begun, so that nobody waits for them."""
    day.make_all()


@shared_task
def count_boards() -> None:
    """Takes into the boards' counts what has changed on them."""
    counts.take_in_all()


@shared_task
def look_at_wins() -> None:
    """Looks for what is implausible about games that were won."""
    watching.look_at_wins(settings.LOOK_SLICE_MS)
