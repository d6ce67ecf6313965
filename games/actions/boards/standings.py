"""Writing a player's standings. Everywhere here the player's row is locked, so that nobody else writes them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter

from django.db.models import Q, QuerySet

from accounts import statements
from accounts.models import Player
from games.actions.boards.board import Board, key, rank_by
from games.actions.boards.inserting import Table, insert
from games.actions.boards.marks import Mark, Marks, after_win, marks_of, ranks
from games.actions.boards.meeting import meet
from games.actions.boards.period import ALL_TIME, Span, midnight, period
from games.actions.now import ms_of
from games.klondike.rules import CUSTOM
from games.models import Rating, Result, Standing
from games.models.game import DEALT_TO_ONE, Origin
from games.models.result import CLEAN
from games.models.suspicion import State

SOLO = Q(practice=False, merged=False, origin__in=DEALT_TO_ONE) & ~Q(ruleset=CUSTOM)
WITHHELD = Q(suspicions__state=State.WITHHELD)
PROVISIONAL_RACES = 10
"""Who has fewer ranked races has a rating, but no rank."""

_HELD = "SELECT board, rank_by, achieved_at, game_id FROM games_standing WHERE player_id = %s"
_STANDINGS = Table(
    "games_standing",
    {"player_id": "bigint", "board": "text", "rank_by": "bigint", "achieved_at": "bigint", "game_id": "bigint"},
    "ON CONFLICT (player_id, board) DO UPDATE "
    "SET rank_by = excluded.rank_by, achieved_at = excluded.achieved_at, game_id = excluded.game_id",
)
_CHANGES = Table("games_boardchange", {"board": "text", "rank_by": "bigint", "by": "smallint"})


def is_shown(player: Player) -> bool:
    """Whether the player may hold a rank: not banned, not gone, and not private."""
    return player.is_active and player.deleted_at is None and player.preferred.public_profile


def enter(result: Result) -> None:
    """Takes a result that has just been settled in."""
    if result.practice or result.merged or result.ruleset == CUSTOM:
        return
    if result.origin not in (*DEALT_TO_ONE, Origin.DAILY):
        return
    if result.origin == Origin.DAILY:
        player = Player.objects.only("is_active", "deleted_at", "preferences").get(pk=result.player_id)
        if is_shown(player):
            _write(player.pk, {}, _daily_marks(player, Result.objects.filter(pk=result.pk)))
        return
    met = meet(result)
    if not is_shown(met.player):
        return
    if met.later:
        refresh(met.player)  # the clock was set back: the result stands before others that are counted already
    elif result.won and result.is_clean:
        _write(result.player_id, met.held, after_win(result, met.held, met.runs))


def refresh(player: Player) -> None:
    """Makes a player's standings what all of their results and ratings say, and none for who isn't shown."""
    held = {row[0]: Mark(*row[1:]) for row in statements.fetch(_HELD, [player.pk])}
    wanted = _wanted(player) if is_shown(player) else {}
    _write(player.pk, ranks(held), {name: mark for name, mark in wanted.items() if held.get(name) != mark})
    _remove(player.pk, ranks({name: mark for name, mark in held.items() if name not in wanted}))


def enter_rating(player: Player, rating: Rating) -> None:
    """Takes a rating that has just changed in."""
    if is_shown(player):
        board = key(Board.RATING, rating.ruleset, ALL_TIME)
        held = Standing.objects.filter(player=player, board=board).values_list("board", "rank_by")
        _write(player.pk, dict(held), _rating_marks([rating]))


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


def _write(player: int, held: Mapping[str, int], marks: Marks) -> None:
    rows = [(player, board, *mark) for board, mark in sorted(marks.items())]
    moved = {board: rank_by for board, rank_by in ranks(marks).items() if held.get(board) != rank_by}
    left = {board: held[board] for board in moved if board in held}
    insert((_STANDINGS, rows), (_CHANGES, _changes(left, moved)))


def _remove(player: int, held: Mapping[str, int]) -> None:
    if held:
        Standing.objects.filter(player=player, board__in=held).delete()
        insert((_CHANGES, _changes(held, {})))


def _changes(left: Mapping[str, int], taken: Mapping[str, int]) -> list[tuple[str, int, int]]:
    return [(board, rank_by, by) for where, by in ((left, -1), (taken, 1)) for board, rank_by in where.items()]
