"""Who comes in: by a ticket, or by a session's token."""

from __future__ import annotations

from typing import NamedTuple

from accounts import sessions, statements
from accounts.actions import tickets
from accounts.models import Player
from accounts.problems import NoSession, SessionEnded
from games.live import counting
from games.live.counting import Held
from games.messages import Live

_LIVE = """
    SELECT race.public_id, race.seq, game.public_id,
        (SELECT number FROM games_gameevent WHERE games_gameevent.game = game.id ORDER BY number DESC LIMIT 1)
    FROM games_entry entry JOIN games_race race ON race.id = entry.race_id
    LEFT JOIN games_game game ON game.id = entry.game_id AND game.status = 'playing'
    WHERE entry.player_id = %s AND race.due_at IS NOT NULL
    ORDER BY race.id
"""


class Entered(NamedTuple):
    """`token` is that of the session; `live` what the player takes part in."""

    player: Player
    token: str
    live: list[Live]


def enter(ticket: str | None, token: str | None, connection: str) -> Entered:
    """Raises `SessionEnded`, `NoSession` where there is neither, `TooMany` where the player holds enough sockets."""
    player, session = _identify(ticket, token)
    held = Held(player.public_id, connection)
    counting.take(held)
    try:
        return Entered(player, session, live_of(player))
    except Exception:
        counting.give_back([held])
        raise


def _identify(ticket: str | None, token: str | None) -> tuple[Player, str]:
    if ticket is not None:
        session = tickets.redeem(ticket)
        if session.player is None:
            raise SessionEnded()
        return session.player, session.session_key
    if token is None:
        raise NoSession()
    found = sessions.find(token)
    if found is None:
        raise SessionEnded()
    player, _ = found
    return player, token


def live_of(player: Player) -> list[Live]:
    """The player's races that aren't over, and their games in them."""
    rows = statements.fetch(_LIVE, (player.pk,))
    live = [Live(f"race:{race}", seq) for race, seq, *_ in rows]
    return live + [Live(f"game:{public_id}", end) for *_, public_id, end in rows if public_id is not None]
