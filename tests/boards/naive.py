"""Boards computed the slow and plain way, from results alone, to judge the quick one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from accounts.models import Player
from games.klondike.scoring import SCORING_VERSION
from games.models import Game, Result

Line = tuple[int, str, int]
"""Rank, player's id, value."""


def labels(day: date) -> list[str]:
    year, week, _ = day.isocalendar()
    return [day.isoformat(), f"{year}-W{week:02}", day.strftime("%Y-%m"), "all"]


def boards() -> dict[str, list[Line]]:
    """Every board that has anybody on it, by its key, from the top."""
    entries: dict[str, dict[int, tuple[int, int, str, int]]] = {}
    for key, player, figure, value, at in _entries():
        old = entries.setdefault(key, {}).get(player.pk)
        new = (figure, at, player.public_id, value)
        entries[key][player.pk] = new if old is None else min(old, new)
    return {key: _ranked(list(of_board.values())) for key, of_board in entries.items()}


def _ranked(lines: list[tuple[int, int, str, int]]) -> list[Line]:
    lines.sort(key=lambda line: line[:2])
    return [(1 + sum(other[0] < line[0] for other in lines), line[2], line[3]) for line in lines]


def _entries() -> Iterator[tuple[str, Player, int, int, int]]:
    for player in Player.objects.filter(is_active=True, deleted_at=None):
        if not player.preferred.public_profile:
            continue
        results = Result.objects.filter(player=player, practice=False, merged=False, origin__in=["random", "winnable"])
        for ruleset, of_ruleset in groupby(
            results.order_by("ruleset", "ended_at", "pk"), lambda result: result.ruleset
        ):
            yield from _of(player, ruleset, list(of_ruleset))


def _of(player: Player, ruleset: str, results: list[Result]) -> Iterator[tuple[str, Player, int, int, int]]:
    for label in {label for result in results for label in labels(result.day)}:
        wins = run = 0
        for result in results:
            if not result.won:
                run = 0
            elif label in labels(result.day) and _is_clean(result):
                at = round(result.ended_at.timestamp() * 1000)
                wins, run = wins + 1, run + 1
                yield f"fastest:{ruleset}:{label}", player, result.wall_ms, result.wall_ms, at
                yield f"actions:{ruleset}:{label}", player, result.actions, result.actions, at
                yield f"wins:{ruleset}:{label}", player, -wins, wins, at
                yield f"streak:{ruleset}:{label}", player, -run, run, at
                if result.points is not None and result.scoring_version == SCORING_VERSION:
                    yield f"points:{ruleset}:{label}", player, -result.points, result.points, at


def _is_clean(result: Result) -> bool:
    game = Game.objects.get(pk=result.pk)
    tainted = result.assisted or result.peeked or not result.first_attempt or game.restarted_from_id
    return not tainted and not result.suspicions.filter(state="withheld").exists()
