"""Who comes in: by a ticket, or by a session's token."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Max

from accounts import sessions
from accounts.actions import tickets
from accounts.models import Player
from accounts.problems import NoSession, SessionEnded
from games.live import counting
from games.live.counting import Held
from games.messages import Live
from games.models import Entry, GameEvent


class Entered(NamedTuple):
    """`token` is that of the session; `live` what the player takes part in."""

    player: Player
    token: str
    live: list[Live]


def enter(ticket: str | None, token: str | None, connection: str) -> Entered:
    """Raises `SessionEnded`, `NoSession` where there is neither, `TooMany` where the player holds enough sockets."""
    player, session = _identify(ticket, token)
    counting.take(Held(player.public_id, connection))
    return Entered(player, session, live_of(player))


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
    rows = Entry.objects.filter(player=player, race__due_at__isnull=False).order_by("race")
    entries = list(rows.values_list("race__public_id", "race__seq", "game", "game__public_id", "game__status"))
    if not entries:
        return []
    games = [game for _, _, game, _, status in entries if status == "playing"]
    ends = dict(GameEvent.objects.filter(game__in=games).order_by().values_list("game").annotate(Max("number")))
    live = [Live(f"race:{race}", seq) for race, seq, *_ in entries]
    return live + [Live(f"game:{public_id}", ends[game]) for *_, game, public_id, _ in entries if game in ends]
