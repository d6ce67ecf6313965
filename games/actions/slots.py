"""How many questions to the solver run at once while a player waits: one a player, and one core of the machine is left
to everybody else."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.conf import settings
from django.core.cache import cache

from games.actions.problems import SolverBusy

_LONGEST_S = 60
"""A player whose question died with its process may ask again after so long."""


@contextmanager
def slot(player: int) -> Iterator[None]:
    """Holds one of the machine's slots for this player. Raises `SolverBusy` at once where none is free."""
    asking = f"solving:{player}"
    if not cache.add(asking, True, _LONGEST_S):
        raise SolverBusy()
    try:
        with _free_slot():
            yield
    finally:
        cache.delete(asking)


def slots() -> int:
    """All cores but one; a machine with one core answers one question at a time."""
    return max(1, (os.cpu_count() or 1) - 1)


def _free_slot() -> IO[bytes]:
    """A locked file, which unlocks when closed: all processes on this machine count, and a killed one no more."""
    for number in range(slots()):
        file = (settings.VAR_DIR / f"solver.{number}.lock").open("wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
        else:
            return file
    raise SolverBusy()
