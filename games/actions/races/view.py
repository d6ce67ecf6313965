"""A race as one viewer sees it: everybody's progress, and nobody's cards until it is over."""

from __future__ import annotations

from django.conf import settings

from games.actions.now import ms_of, now_ms
from games.actions.races.events import reveal, span_ms
from games.actions.races.ghosts import ghost_at
from games.actions.races.looking import Seen
from games.actions.races.presence import away_since
from games.actions.races.times import GRACE
from games.actions.view import show_player, view
from games.klondike.history import History
from games.klondike.rules import CUSTOM
from games.klondike.shuffle import commitment
from games.klondike.sight import Shown, rfc3339
from games.models import Entry, Race
from games.models.race import Start, Status, Visibility

_DEALT_DOWN = 21


def snapshot(seen: Seen, *, legal: bool = False) -> Shown:
    """What every entrance sends: the race, the number of its last event, and the viewer's own game in it."""
    return {"seq": seen.race.seq, "race": show_race(seen), "game": own_game(seen, legal=legal)}


def own_game(seen: Seen, *, legal: bool) -> Shown | None:
    """The viewer's own game in the race, once it is dealt; None for who has no seat."""
    mine = seen.mine
    if mine is None or mine.game is None:
        return None
    return view(mine.game, seen.games[mine.game.pk], legal=legal)


def show_race(seen: Seen, *, listed: bool = False) -> Shown:
    """The race alone; the same for all viewers, but for `show_code` and how far a ghost has come. One that is `listed`
    asks the database for nothing more, and shows of a ghost only how it ended."""
    race, now = seen.race, seen.now
    return {
        "id": race.public_id,
        **show_code(seen),
        **show_terms(race),
        "status": race.status,
        "reason": race.reason,
        "starts_in_ms": span_ms(race.starts_at, now) if race.status == Status.COUNTDOWN else None,
        "ends_in_ms": None if race.over else span_ms(race.ends_at, now),
        "created_at": rfc3339(ms_of(race.created_at)),
        "starts_at": race.starts_at and rfc3339(ms_of(race.starts_at)),
        "ended_at": race.ended_at and rfc3339(ms_of(race.ended_at)),
        "players": [_player(seen, entry) for entry in seen.entries] + _ghost(seen, listed),
        "rematch": race.rematch.public_id if hasattr(race, "rematch") else None,
        "reveal": reveal(race),
    }


def show_code(seen: Seen) -> Shown:
    """The code and its link, which a stranger isn't told: it may be what opens the race to spectators."""
    told = seen.mine is not None or seen.race.visibility == Visibility.OPEN
    return {"code": seen.race.code if told else None, "link": link(seen.race) if told else None}


def show_preview(seen: Seen) -> Shown:
    """What one who has the code may know before joining."""
    race = seen.race
    return {
        "id": race.public_id,
        "code": race.code,
        "link": link(race),
        **show_terms(race),
        "status": race.status,
        "players": [show_player(entry.player) for entry in seen.entries],
        "free": race.seats - len(seen.entries) - (race.ghost is not None),
    }


def link(race: Race) -> str:
    """What a player passes on; the page opens it."""
    return f"{settings.PUBLIC_URL}/r/{race.code}"


def show_terms(race: Race) -> Shown:
    """What a race is about, before and after."""
    rules = race.rules
    seed = race.deal.seed
    return {
        "rules": {**rules, "based_on": None if rules["name"] == CUSTOM else rules["name"]},
        "seats": race.seats,
        "mode": race.mode,
        "time_limit_s": race.time_limit_s,
        "visibility": race.visibility,
        "spectators": race.spectators,
        "start": race.start,
        "ranked": race.ranked,
        "host": show_player(race.created_by),
        "verified": race.verdict,
        "difficulty": race.difficulty,
        "ghost": race.ghost.public_id if race.ghost else None,
        "commitment": commitment(bytes(seed), race.context) if seed is not None and race.ghost is None else None,
    }


def _player(seen: Seen, entry: Entry) -> Shown:
    race, now = seen.race, seen.now
    sign = seen.signs.get(entry.pk)
    away = away_since(race, sign, now) if entry.playing and race.start == Start.TOGETHER else None
    return {
        **show_player(entry.player),
        "seat": entry.seat,
        "ready": entry.ready,
        "connected": sign is not None and sign > now,
        "back_in_ms": span_ms(away + GRACE, now) if away else None,
        "ends_in_ms": span_ms(entry.ends_at, now) if entry.playing else None,
        **_progress(seen.games[entry.game.pk] if entry.game else None),
        "outcome": entry.outcome,
        "place": entry.place,
        "game": entry.game.public_id if entry.game and race.over else None,
        "ghost": False,
    }


def _progress(game: History | None, elapsed_ms: int | None = None) -> Shown:
    """What the others see of a game; its clock runs on between two looks, unless it is told what it shows."""
    if game is None:
        return {"home": 0, "face_down": _DEALT_DOWN, "moves": 0, "points": None, "elapsed_ms": None}
    if elapsed_ms is None:
        elapsed_ms = game.clock.elapsed_ms + game.clock.charge(max(now_ms(), game.clock.at))
    return {
        "home": game.position.home,
        "face_down": game.position.face_down,
        "moves": game.now.moves,
        "points": game.points_at(elapsed_ms),
        "elapsed_ms": elapsed_ms,
    }


def _ghost(seen: Seen, listed: bool) -> list[Shown]:
    """The ghost as one more player, as far as it had come after the same time."""
    race = seen.race
    if race.ghost is None:
        return []
    since_ms = None if race.over or listed else max(0, _since_start_ms(seen))
    history = ghost_at(race.ghost, since_ms)
    return [
        {
            **show_player(race.ghost.player),
            "seat": None,
            "ready": True,
            "connected": False,
            "back_in_ms": None,
            "ends_in_ms": None,
            **_progress(history, history.clock.elapsed_ms if history.over else since_ms),
            "outcome": None,
            "place": None,
            "game": race.ghost.public_id,
            "ghost": True,
        }
    ]


def _since_start_ms(seen: Seen) -> int:
    """How long the viewer's own game has been going on; for another viewer, the race."""
    mine = seen.mine
    if seen.race.starts_at is not None:
        return round((seen.now - seen.race.starts_at).total_seconds() * 1000)
    if mine is None or mine.game is None or mine.game.started_at is None:
        return 0
    return ms_of(seen.now) - mine.game.started_at
