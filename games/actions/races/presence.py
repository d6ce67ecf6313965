"""Who is there. A player may hold several connections in several processes; each comes and goes by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import connection as database
from django.db.models.functions import Now

from accounts import statements
from games import broadcast
from games.actions.now import database_now
from games.actions.races.times import REQUEST_LEASE, SOCKET_LEASE
from games.broadcast import Hint
from games.models import Entry, Presence, Race

REQUESTS = "requests"
"""The connection that the requests of a client without a socket make up."""

_KEPT = timedelta(minutes=5)
"""A row that ran out longer ago than this is of no socket that could still come to life. A player's last one stays for
`_TOLD`: it says since when they have been away."""

_TOLD = timedelta(days=1)

_COME = """
    INSERT INTO games_presence (entry_id, connection, alive_until)
    SELECT entry.id, %s, %s FROM games_entry entry JOIN games_race race ON race.id = entry.race_id
    WHERE race.public_id = %s AND entry.player_id = %s AND race.due_at IS NOT NULL
    ON CONFLICT (entry_id, connection) DO UPDATE SET alive_until = excluded.alive_until
    WHERE games_presence.alive_until < %s
    RETURNING 1
"""


def connected(player: int, race: str, connection: str, now: datetime | None = None) -> None:
    """A socket has begun to follow a race, or its own game in it, for a player (the row's number); nothing for one
    without a seat. `now` is the database's time, for who has just asked.

    `connection` names the socket among all. Its process says every few seconds that it is `alive`, and tells its other
    sockets by itself who has come.
    """
    if _come(player, race, connection, now or database_now(), SOCKET_LEASE):
        hint = Hint(f"race:{race}")
        broadcast.tell_here(hint)
        broadcast.publish([hint])


def requested(player: int, race: str, wait_s: float = 0) -> None:
    """A client without a socket has sent a request about the race, which may wait so long for its answer."""
    if _come(player, race, REQUESTS, database_now(), REQUEST_LEASE + timedelta(seconds=wait_s)):
        broadcast.moved(f"race:{race}")


def alive(connections: Collection[str]) -> None:
    """These sockets of this process live on."""
    Presence.objects.filter(connection__in=connections).update(alive_until=Now() + SOCKET_LEASE)


def gone(connection: str) -> None:
    """A socket has been closed or given up; the player's other connections are their own matter."""
    rows = Presence.objects.filter(connection=connection, alive_until__gt=Now())
    told = list(rows.values_list("entry", "entry__race__public_id"))
    rows.update(alive_until=Now())
    Presence.objects.filter(entry__in=[entry for entry, _ in told], alive_until__lt=Now() - _KEPT).delete()
    for _, race in told:
        broadcast.moved(f"race:{race}")


def forget() -> None:
    """Deletes what is known of connections that ended long ago."""
    Presence.objects.filter(alive_until__lt=Now() - _TOLD).delete()


def last_signs(entries: Iterable[Entry], *, lock: bool = False) -> dict[int, datetime]:
    """By entry, until when the last of its connections is or was alive; none for who never came.

    With `lock` they stay so until the transaction ends, unless a player comes by a new connection.
    """
    rows = Presence.objects.filter(entry__in=[entry.pk for entry in entries])
    if lock:
        rows = rows.select_for_update().order_by("pk")
    return latest(rows)


def latest(signs: Iterable[Presence]) -> dict[int, datetime]:
    """Of these, the last one of each entry."""
    last: dict[int, datetime] = {}
    for sign in signs:
        last[sign.entry_id] = max(sign.alive_until, last.get(sign.entry_id, sign.alive_until))
    return last


def away_since(race: Race, sign: datetime | None, now: datetime) -> datetime | None:
    """Since when a player with this last sign has been away from a running race; None if they are there."""
    start = race.starts_at or now
    since = max(start, sign or start)
    return since if since < now else None


def _come(player: int, race: str, connection: str, now: datetime, lease: timedelta) -> bool:
    """Notes a sign of life where the last one is half used up; whether it did."""
    until, stale = map(database.ops.adapt_datetimefield_value, (now + lease, now + lease / 2))
    return bool(statements.fetch(_COME, (connection, until, race, player, stale)))
