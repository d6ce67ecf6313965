"""Writing a player's standings. Everywhere here the player's row is locked, so that nobody else writes them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, F, Max, Q, QuerySet

from accounts.models import Player
from games.actions.boards import counts
from games.actions.boards.board import Board, key, rank_by
from games.actions.boards.marks import DEALT_TO_ONE, Mark, Marks, after_win, marks_of
from games.actions.boards.period import ALL_TIME, Period, Span, midnight, period, periods
from games.actions.now import ms_of
from games.klondike.rules import CUSTOM
from games.models import BoardChange, Rating, Result, Standing
from games.models.game import Origin
from games.models.result import CLEAN
from games.models.suspicion import State

SOLO = Q(practice=False, merged=False, origin__in=DEALT_TO_ONE) & ~Q(ruleset=CUSTOM)
WITHHELD = Q(suspicions__state=State.WITHHELD)
PROVISIONAL_RACES = 10
"""Who has fewer ranked races has a rating, but no rank."""

_TAKE_IN_EVERY = 64


def is_shown(player: Player) -> bool:
    """Whether the player may hold a rank: not banned, not gone, and not private."""
    return player.is_active and player.deleted_at is None and player.preferred.public_profile


def enter(result: Result) -> None:
    """Takes a result that has just been settled in."""
    if result.practice or result.merged or result.ruleset == CUSTOM or result.origin == Origin.RACE:
        return
    player = Player.objects.get(pk=result.player_id)
    if not is_shown(player):
        return
    if result.origin == Origin.DAILY:
        _write(player.pk, {}, _daily_marks(player, Result.objects.filter(pk=result.pk)))
        return
    settled = _solo(player.pk, result.ruleset)
    if settled.filter(ended_at__gte=result.ended_at).exclude(pk=result.pk).exists():
        refresh(player)  # the clock was set back: the result stands before others that are counted already
    elif result.won and result.is_clean:
        _enter_win(result, settled)


def _enter_win(result: Result, settled: QuerySet[Result]) -> None:
    names = [key(board, result.ruleset, period) for period in periods(result.day) for board in Board]
    held = _held(Standing.objects.filter(player=result.player_id, board__in=names))
    _write(result.player_id, held, after_win(result, held, _runs(result, settled)))
    if result.pk % _TAKE_IN_EVERY == 0:
        counts.take_in_later(names)


def refresh(player: Player) -> None:
    """Makes a player's standings what all of their results and ratings say, and none for who isn't shown."""
    held = _held(Standing.objects.filter(player=player))
    wanted = _wanted(player) if is_shown(player) else {}
    _write(player.pk, held, {name: mark for name, mark in wanted.items() if held.get(name) != mark})
    _remove(player.pk, {name: mark for name, mark in held.items() if name not in wanted})


def enter_rating(player: Player, rating: Rating) -> None:
    """Takes a rating that has just changed in."""
    if is_shown(player):
        name = key(Board.RATING, rating.ruleset, ALL_TIME)
        held = _held(Standing.objects.filter(player=player, board=name))
        _write(player.pk, held, _rating_marks([rating]))


def _wanted(player: Player) -> dict[str, Mark]:
    solo = Result.objects.filter(SOLO, player=player).order_by("ruleset", "ended_at", "game_id")
    withheld = set(solo.filter(WITHHELD).values_list("pk", flat=True))
    wanted: dict[str, Mark] = {}
    for _, results in groupby(solo.iterator(), attrgetter("ruleset")):
        wanted |= marks_of(results, withheld)
    wanted |= _daily_marks(player, Result.objects.filter(player=player, origin=Origin.DAILY))
    return wanted | _rating_marks(Rating.objects.filter(player=player))


def _daily_marks(player: Player, results: QuerySet[Result]) -> dict[str, Mark]:
    """Of wins of dailies, for players who had an account before the day and have verified its address."""
    clean = results.filter(CLEAN, won=True).exclude(WITHHELD)
    won = [result for result in clean if player.created_at < midnight(result.day)]
    if not won or player.guest or not player.email_verified:
        return {}
    return {
        key(Board.DAILY, result.ruleset, period(Span.DAY, result.day)): Mark(
            rank_by(Board.DAILY, result.wall_ms), ms_of(result.ended_at), result.pk
        )
        for result in won
    }


def _rating_marks(ratings: QuerySet[Rating] | list[Rating]) -> dict[str, Mark]:
    return {
        key(Board.RATING, rating.ruleset, ALL_TIME): Mark(
            rank_by(Board.RATING, round(rating.mean)), rating.changed_at, None
        )
        for rating in ratings
        if rating.races >= PROVISIONAL_RACES
    }


def _solo(player: int, ruleset: str) -> QuerySet[Result]:
    return Result.objects.filter(SOLO, player=player, ruleset=ruleset)


def _runs(result: Result, settled: QuerySet[Result]) -> dict[str, int]:
    """How many clean wins in a row end with this one, by the id of each period that its day lies in."""
    lost = settled.filter(won=False).aggregate(at=Max("ended_at"))["at"]
    won = settled.filter(CLEAN, won=True).exclude(WITHHELD)
    if lost is not None:
        won = won.filter(ended_at__gt=lost)
    spans: dict[str, Period] = {period.id: period for period in periods(result.day)}
    within = {
        f"run_{place}": Count("pk", filter=Q(day__gte=period.first) if period.first else Q())
        for place, period in enumerate(spans.values())
    }
    counted = won.aggregate(**within)
    return {name: counted[f"run_{place}"] for place, name in enumerate(spans)}


def _held(standings: QuerySet[Standing]) -> dict[str, Mark]:
    rows = standings.values_list("board", "rank_by", "achieved_at", F("game_id"))
    return {board: Mark(rank_by, achieved_at, game) for board, rank_by, achieved_at, game in rows}


def _write(player: int, held: Marks, marks: Marks) -> None:
    rows = [Standing(player_id=player, board=board, **_columns(mark)) for board, mark in sorted(marks.items())]
    Standing.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["player", "board"],
        update_fields=["rank_by", "achieved_at", "game"],
    )
    moved = {board: mark for board, mark in marks.items() if board not in held or held[board].rank_by != mark.rank_by}
    _tell({board: held[board] for board in moved if board in held}, moved)


def _columns(mark: Mark) -> Mapping[str, int | None]:
    return {"rank_by": mark.rank_by, "achieved_at": mark.achieved_at, "game_id": mark.game}


def _remove(player: int, marks: Marks) -> None:
    if marks:
        Standing.objects.filter(player=player, board__in=marks).delete()
        _tell(marks, {})


def _tell(gone: Marks, come: Marks) -> None:
    changes = [BoardChange(board=board, rank_by=mark.rank_by, by=-1) for board, mark in gone.items()]
    changes += [BoardChange(board=board, rank_by=mark.rank_by, by=1) for board, mark in come.items()]
    BoardChange.objects.bulk_create(changes)
