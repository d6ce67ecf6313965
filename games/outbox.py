"""What workers are asked to do, after the commit of what they will look at.

A message may be lost or doubled without harm: rows say what is wanted, a periodic look asks again for what is still
undone, and a message nobody took by then expires.
"""

from __future__ import annotations

import logging

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

_log = logging.getLogger(__name__)


def fill(shelf: int) -> None:
    """A slice of work on a shelf, by its key."""
    _ask("games.tasks.fill", shelf)


def judge(verdict: int) -> None:
    """The verdict that a row wants, by its key."""
    _ask("games.tasks.judge", verdict)


def _ask(task: str, key: int) -> None:
    def send() -> None:
        try:
            current_app.send_task(task, [key], expires=2 * settings.SHELF_LOOK_S, retry=False)
        except OperationalError as away:
            _log.warning("%s(%s) was not sent, the broker is away: %s", task, key, away)

    transaction.on_commit(send)
