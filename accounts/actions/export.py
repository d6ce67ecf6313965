"""Everything the service knows about a player, for that player."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

from django.utils import timezone

from accounts import announcements
from accounts.models import Player, Session


def export(player: Player) -> dict[str, Any]:
    """Our sections and the listeners'. No password, token or key is in it: they are ours to check, not to show."""
    sections: dict[str, Any] = {
        "exported_at": timezone.now(),
        "account": {
            "id": player.public_id,
            "name": player.name,
            "guest": player.guest,
            "avatar": player.avatar,
            "email": player.email,
            "email_verified": player.email_verified,
            "preferences": asdict(player.preferred),
            "created_at": player.created_at,
            "seen_at": player.seen_at,
        },
        "sessions": [describe(session) for session in player.sessions.order_by("created_at")],
        "merges": [
            {"guest": merge.guest.public_id, "at": merge.at}
            for merge in player.merges.select_related("guest").order_by("at")
        ],
    }
    for _, more in announcements.exporting.send(Player, player=player):
        sections.update(cast(dict[str, Any], more))
    return sections


def describe(session: Session) -> dict[str, Any]:
    return {
        "id": session.public_id,
        "created_at": session.created_at,
        "seen_at": session.seen_at,
        "expires_at": session.expire_date,
        "user_agent": session.user_agent,
    }
