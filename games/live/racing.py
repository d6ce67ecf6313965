"""Races as the database has them, read for rooms: in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from django.conf import settings
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Now

from accounts.limits import Limit
from accounts.models import Player
from games.actions.now import database_now
from games.actions.races import looking, presence
from games.actions.races.claim import claim
from games.actions.races.commands import Command, Done
from games.actions.races.events import events_after, show_race_events
from games.actions.races.forfeit import forfeit
from games.actions.races.leave import leave
from games.actions.races.ready import ready
from games.actions.races.rematch import rematch
from games.actions.races.view import own_game, show_code, show_race
from games.actions.sitting import sit_at_all
from games.journal import digest
from games.klondike.history import History
from games.klondike.sight import Shown
from games.messages import Claim, Forfeit, Leave, OnRace, Progress, Ready, Rematch
from games.models import Entry, GameEvent, Presence, Race
from games.models.race import Status


class Viewer(NamedTuple):
    """Someone who may watch: the row's number of a player, and whether their answers list legal moves."""

    player: int
    legal: bool


class Joined(NamedTuple):
    """A race for who begins to follow it; `seated` says that the viewer has a seat, `game` is the game that goes with
    it once that is dealt."""

    seq: int
    race: Shown
    seated: bool
    game: Shown | None


class Read(NamedTuple):
    """A race, its events past the number asked for, and what differs by viewer: the race, and the own game. `strangers`
    may not watch it any more: they left, or it was open to all and has begun."""

    seq: int
    events: list[Shown]
    races: dict[int, Shown]
    games: dict[int, Shown]
    strangers: set[int]


_GUESSES = Limit("codes-to-watch", settings.LIMIT_WRONG_CODES_PER_MINUTE, 60)


def join(player: Player, public_id: str, code: str | None, connection: str, *, legal: bool) -> Joined:
    """Looks for the first time, and notes the player's presence. Raises `NotFound`, too where one may not watch, and
    `TooMany` where codes are tried one after another."""
    if code is not None:
        _GUESSES.take(player.public_id)
    now = database_now()
    presence.connected(player.pk, public_id, connection, now)  # of who has no seat nothing is noted
    seen = looking.look(player, public_id, code, now)
    return Joined(seen.race.seq, show_race(seen), seen.mine is not None, own_game(seen, legal=legal))


def read(public_id: str, after: int, viewers: Iterable[Viewer]) -> Read:
    """Looks again, for all who follow. Raises `NotFound`."""
    race = looking.find(public_id=public_id)
    seen = looking.see(race.created_by, race, database_now())
    events = events_after(race, after)
    shown = show_race_events(race, events, seen.now)
    races, games = {}, {}
    strangers = set()
    common: Shown | None = None
    for viewer, legal in viewers:
        own = seen._replace(viewer=viewer)
        if not looking.may_watch(own, race.code):  # whoever follows where that takes a code had it
            strangers.add(viewer)
            continue
        if common is None or race.ghost_id is not None:
            common = show_race(own)
        races[viewer] = {**common, **show_code(own)}
        if any(event["type"] == "started" for event in shown):
            game = own_game(own, legal=legal)
            if game is not None:
                games[viewer] = game
    return Read(race.seq, shown, races, games, strangers)


_VERBS: dict[type, tuple[str, Callable[[Player, str, Command], Done]]] = {
    Ready: ("ready", ready),
    Leave: ("leave", leave),
    Forfeit: ("forfeit", forfeit),
    Claim: ("claim", claim),
    Rematch: ("rematch", rematch),
}


def carry_out(player: Player, public_id: str, message: OnRace) -> tuple[int, bool]:
    """Does what a message asks; the number of the race's last event, and whether it had been done before."""
    verb, act = _VERBS[type(message)]
    done = act(player, public_id, Command(message.id, digest(verb, {})))
    return done.race.seq, done.repeated


def ends(public_ids: Iterable[str]) -> dict[str, int]:
    """The numbers of races' last events."""
    return dict(Race.objects.filter(public_id__in=list(public_ids)).values_list("public_id", "seq"))


def progress(race: str, seq: int, player: str, game: History) -> Progress:
    """How far a player has come, as everybody may know."""
    return Progress(
        f"race:{race}",
        seq,
        player,
        game.position.home,
        game.position.face_down,
        game.now.moves,
        game.points,
        game.clock.elapsed_ms,
        game.event.number,
    )


def progress_since(heard: Mapping[tuple[str, str], int]) -> list[Progress]:
    """That of running games whose logs have grown since; `heard` is up to which event, by race and player."""
    races, players = {race for race, _ in heard}, {player for _, player in heard}
    last = GameEvent.objects.filter(game=OuterRef("game")).order_by("-number").values("number")[:1]
    entries = (
        Entry.objects.filter(race__public_id__in=races, race__status=Status.RUNNING, player__public_id__in=players)
        .select_related("race", "player", "game__deal", "game__player")
        .annotate(last=Subquery(last))
    )
    behind = [
        entry
        for entry in entries
        if (entry.last or 0) > heard.get((entry.race.public_id, entry.player.public_id), 2**31)
    ]
    sittings = sit_at_all([entry.game for entry in behind if entry.game is not None])
    games = {sitting.game.pk: sitting.history for sitting in sittings}
    return [
        progress(entry.race.public_id, entry.race.seq, entry.player.public_id, games[entry.game.pk])
        for entry in behind
        if entry.game is not None
    ]


def here(public_ids: Iterable[str]) -> dict[str, set[str]]:
    """Who is there, by race, both by their ids."""
    alive = Presence.objects.filter(entry__race__public_id__in=list(public_ids), alive_until__gt=Now())
    found: dict[str, set[str]] = {}
    for race, player in alive.values_list("entry__race__public_id", "entry__player__public_id"):
        found.setdefault(race, set()).add(player)
    return found
