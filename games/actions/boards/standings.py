"""Writing a player's standings. Everywhere here the player's row is locked, so that nobody else writes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter

from django.db.models import Q, QuerySet

from accounts import statements
from accounts.models import Player
from games.actions.boards.board import Board, key, rank_by
from games.actions.boards.inserting import Table
from games.actions.boards.marks import DEALT_TO_ONE, Mark, Marks, after_win, marks_of
from games.actions.boards.period import ALL_TIME, Span, midnight, period, periods
from games.actions.now import ms_of
from games.klondike.rules import CUSTOM
from games.models import Rating, Result, Standing
from games.models.game import Origin
from games.models.result import CLEAN
from games.models.suspicion import State

SOLO = Q(practice=False, merged=False, origin__in=DEALT_TO_ONE) & ~Q(ruleset=CUSTOM)
WITHHELD = Q(suspicions__state=State.WITHHELD)
PROVISIONAL_RACES = 10
"""Who has fewer ranked races has a rating, but no rank."""

_OF_RESULTS = (Board.FASTEST, Board.ACTIONS, Board.POINTS, Board.WINS, Board.STREAK)

# By the columns' order: how many of a player's solo results of a ruleset end later than this one, and how many clean
# wins there have been since the last loss, on and after each of four days.
_RUNS = """
    WITH solo AS NOT MATERIALIZED (
        SELECT * FROM games_result
        WHERE player_id = %s AND ruleset = %s AND NOT practice AND NOT merged AND origin IN ('random', 'winnable')
    )
    SELECT (
        SELECT COUNT(*) FROM solo WHERE ended_at >= (SELECT ended_at FROM solo WHERE game_id = %s) AND game_id <> %s
    ), COUNT(CASE WHEN day >= %s THEN 1 END), COUNT(CASE WHEN day >= %s THEN 1 END),
        COUNT(CASE WHEN day >= %s THEN 1 END), COUNT(CASE WHEN day >= %s THEN 1 END)
    FROM solo WHERE won AND first_attempt AND NOT assisted AND NOT peeked
        AND ended_at > COALESCE((SELECT MAX(ended_at) FROM solo WHERE NOT won), '1970-01-01')
        AND NOT EXISTS (
            SELECT 1 FROM games_suspicion_results link JOIN games_suspicion ON games_suspicion.id = link.suspicion_id
            WHERE link.result_id = solo.game_id AND state = %s
        )
"""
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
    player = Player.objects.only("is_active", "deleted_at", "preferences").get(pk=result.player_id)
    if not is_shown(player):
        return
    if result.origin == Origin.DAILY:
        _write(player.pk, {}, _daily_marks(player, Result.objects.filter(pk=result.pk)))
        return
    later, runs = _runs(result)
    if later:
        refresh(player)  # the clock was set back: the result stands before others that are counted already
    elif result.won and result.is_clean:
        names = [key(board, result.ruleset, period) for period in periods(result.day) for board in _OF_RESULTS]
        held = _held(result.player_id, names)
        _write(result.player_id, held, after_win(result, held, runs))


def refresh(player: Player) -> None:
    """Makes a player's standings what all of their results and ratings say, and none for who isn't shown."""
    held = {row[0]: Mark(*row[1:]) for row in statements.fetch(_HELD, [player.pk])}
    wanted = _wanted(player) if is_shown(player) else {}
    _write(player.pk, held, {name: mark for name, mark in wanted.items() if held.get(name) != mark})
    _remove(player.pk, {name: mark for name, mark in held.items() if name not in wanted})


def enter_rating(player: Player, rating: Rating) -> None:
    """Takes a rating that has just changed in."""
    if is_shown(player):
        name = key(Board.RATING, rating.ruleset, ALL_TIME)
        held = _held(player.pk, [name])
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


def _runs(result: Result) -> tuple[bool, dict[str, int]]:
    """Whether the player has results that ended later, and how many clean wins in a row end with this one, by the id of
    each period that its day lies in."""
    spans = periods(result.day)
    starts = [str(period.first or date.min) for period in spans]
    ((later, *runs),) = statements.fetch(
        _RUNS, [result.player_id, result.ruleset, result.pk, result.pk, *starts, State.WITHHELD.value]
    )
    return later > 0, {period.id: run for period, run in zip(spans, runs, strict=True)}


def _held(player: int, boards: Sequence[str]) -> dict[str, Mark]:
    """What a player holds of these boards."""
    holes = ", ".join(["%s"] * len(boards))
    rows = statements.fetch(f"{_HELD} AND board IN ({holes})", [player, *boards])
    return {board: Mark(rank_by, achieved_at, game) for board, rank_by, achieved_at, game in rows}


def _write(player: int, held: Marks, marks: Marks) -> None:
    if not marks:
        return
    rows = [(player, board, *mark) for board, mark in sorted(marks.items())]
    _STANDINGS.insert(rows)
    moved = {board: mark for board, mark in marks.items() if board not in held or held[board].rank_by != mark.rank_by}
    _tell({board: held[board] for board in moved if board in held}, moved)


def _remove(player: int, marks: Marks) -> None:
    if marks:
        Standing.objects.filter(player=player, board__in=marks).delete()
        _tell(marks, {})


def _tell(gone: Marks, come: Marks) -> None:
    changes = [(board, mark.rank_by, by) for marks, by in ((gone, -1), (come, 1)) for board, mark in marks.items()]
    _CHANGES.insert(changes)
