"""Care for games in memory: their rows may lag, hints may be lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games import journal
from games.journal.cache import Kept
from games.journal.cache import keep as keep_rows
from games.klondike.history import History
from games.live import racing, work
from games.live.room import Room
from games.live.seat import Seat
from games.messages import Progress

LAG = 32
"""So many events a row may lag behind its log while the game goes on."""


def lags(seat: Seat) -> bool:
    """Whether the row is due to be written."""
    return bool(seat.kept) and seat.history.event.number - seat.kept >= LAG


async def keep(seats: Sequence[Seat]) -> None:
    """Writes the rows of these games as they are on disk now."""
    if not seats:
        return
    histories = [(seat, seat.history) for seat in seats]
    rows = [(seat.game.pk, history, max(seat.seen_at, history.clock.at)) for seat, history in histories]
    await work.run(_keep, rows)
    for seat, history in histories:
        seat.kept = max(seat.kept, history.event.number)


def _keep(rows: Sequence[tuple[int, History, int]]) -> None:
    keep_rows([Kept(game, history.snapshot(), seen_at) for game, history, seen_at in rows])


async def look_at_games(seats: Sequence[Seat]) -> None:
    """Has those look whose log has grown by another's hand."""
    settled = {seat.game.pk: seat for seat in seats}
    if not settled:
        return
    ends = {game: seat.history.event.number for game, seat in settled.items()}
    for game in await work.run(journal.grown, ends):
        seat = settled[game]
        if not seat.busy and seat.history.event.number == ends[game]:
            seat.look()


async def look_at_progress(rooms: Sequence[Room], seats: Iterable[Seat]) -> None:
    """Tells how far games have come that are played in other processes, in case it wasn't heard from there."""
    played_here = {(seat.part.race, seat.game.player.public_id) for seat in seats if seat.part is not None}
    heard = {
        (room.race, player): room.progress[player].version if player in room.progress else 1
        for room in rooms
        for player in room.here
        if (room.race, player) not in played_here
    }
    if not heard:
        return
    told = {room.topic: room for room in rooms}
    for progress in await work.run(racing.progress_since, heard):
        told[progress.topic].advance(progress)


async def look_at_rooms(rooms: Sequence[Room]) -> None:
    """Has those look in which something has happened, or somebody has come or gone."""
    settled = {room.race: room for room in rooms if not room.busy}
    if not settled:
        return
    here = await work.run(racing.here, list(settled))
    for race, seq in (await work.run(racing.ends, list(settled))).items():
        room = settled[race]
        if seq > room.seq or any(there != (player in here.get(race, ())) for player, there in room.here.items()):
            room.look()


def progress_of(seat: Seat) -> Progress:
    """How far a race's game has come, as everybody may know."""
    assert seat.part is not None, "only races tell of progress"
    return racing.progress(seat.part.race, seat.part.seq, seat.game.player.public_id, seat.history)
