"""How long things last in races."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

COUNTDOWN = timedelta(milliseconds=settings.RACE_COUNTDOWN_MS)
"""From the moment all are ready to the start."""

UNSTARTED = timedelta(seconds=settings.RACE_UNSTARTED_S)
"""After which a race played together that hasn't started is void."""

WINDOW = timedelta(hours=settings.RACE_WINDOW_H)
"""In which a challenge can be played."""

GRACE = timedelta(seconds=settings.RACE_GRACE_S)
"""After which one who went away can be claimed."""

LATE = timedelta(seconds=2)
"""A start that the server comes to later than this is announced anew, so that nobody loses time to a restart."""

SOCKET_LEASE = timedelta(seconds=15)
"""How long a socket counts as alive after its process last said so; say it at least twice as often."""

REQUEST_LEASE = timedelta(seconds=30)
"""How long one request counts as presence, beyond what it waits."""

WAIT_LEASE = timedelta(seconds=60)
"""How long one who waits to be matched is looked for after the last sign of life."""
