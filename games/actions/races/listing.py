"""Races, newest first: a player's own, or those that anybody may join."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import Invalid
from games.actions.now import ms_of
from games.actions.races.looking import see_all, whole
from games.actions.races.view import show_race
from games.actions.view import show_player
from games.klondike.sight import Shown, rfc3339
from games.models.race import Status, Visibility


def page(
    player: Player,
    limit: int,
    *,
    mine: bool = True,
    to_join: bool = False,
    status: str | None = None,
    cursor: str | None = None,
) -> Shown:
    """One page, in a constant number of queries. `cursor` is `next` of the page before, the last race there."""
    races = whole().order_by("-pk")
    if mine:
        races = races.filter(entries__player=player)
    if to_join or not mine:
        races = races.filter(visibility=Visibility.OPEN, status=Status.OPEN)
    if status:
        races = races.filter(status=status)
    if cursor:
        last = races.filter(public_id=cursor).values_list("pk", flat=True).first()
        if last is None:
            raise Invalid("This cursor is not from a page of this list.", field="cursor")
        races = races.filter(pk__lt=last)
    found = list(races[: limit + 1])
    items = [show_race(seen, listed=True) for seen in see_all(player, found[:limit])]
    return {"items": items, "next": items[-1]["id"] if len(found) > limit else None}


def recent(player: Player, limit: int) -> list[Shown]:
    """The races that a player finished last, for whoever looks at their profile; what only their spectators may know
    is left out."""
    races = list(whole().filter(entries__player=player, status=Status.FINISHED).order_by("-ended_at", "-pk")[:limit])
    return [
        {
            "id": seen.race.public_id,
            "ruleset": seen.race.rules["name"],
            "mode": seen.race.mode,
            "ranked": seen.race.ranked,
            "ended_at": seen.race.ended_at and rfc3339(ms_of(seen.race.ended_at)),
            "place": seen.mine.place if seen.mine else None,
            "players": [{**show_player(entry.player), "place": entry.place} for entry in seen.entries],
        }
        for seen in see_all(player, races)
    ]
