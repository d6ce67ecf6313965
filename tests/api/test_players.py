"""A player's record, and what others see of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from tests.api.table import Json, Table, refusal


def record(table: Table) -> Json:
    (one,) = table.get("accounts/me/statistics")["statistics"]
    answer: Json = one
    return answer


def test_only_attempts_in_which_a_move_was_made_count(table: Table) -> None:
    assert table.get("accounts/me/statistics")["statistics"] == []
    table.random()
    assert (record(table)["in_progress"], record(table)["all"]["played"]) == (1, 0)
    table.random()
    table.move("draw")
    table.command("undo")
    table.random()
    found = record(table)
    assert (found["in_progress"], found["all"]["played"], found["all"]["lost"]) == (1, 1, 1)
    assert found["all"]["win_percent"] == 0.0
    assert found["wins"]["best_time_ms"] is None


def test_practice_is_apart(table: Table) -> None:
    table.deal()
    table.move("draw")
    table.command("concede")
    assert table.get("accounts/me/statistics")["statistics"] == []


def settled(table: Table, outcomes: str, **more: object) -> None:
    """Games given up, whose results say that they were won (W) or lost (L), one a day, in that order."""
    from games.models import Result

    for day, outcome in enumerate(outcomes):
        table.random("turn-1")
        table.move("draw")
        table.command("concede")
        ended_at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
        facts = {
            "won": outcome == "W",
            "elapsed_ms": 1000 * (day + 1),
            "moves": 100 - day,
            "ended_at": ended_at,
            **more,
        }
        Result.objects.filter(game__public_id=table.game).update(**facts)


@pytest.mark.parametrize(
    ("outcomes", "current", "longest"),
    [("W", 1, 1), ("L", 0, 0), ("WWWL", 0, 3), ("WWLW", 1, 2), ("LWWLWWW", 3, 3), ("WWWLLWW", 2, 3)],
)
def test_a_streak_is_wins_in_a_row(table: Table, outcomes: str, current: int, longest: int) -> None:
    settled(table, outcomes)
    assert record(table)["streak"] == {"current": current, "longest": longest}


def test_every_figure_says_whom_it_counts(table: Table) -> None:
    settled(table, "LWW")
    found = record(table)
    assert found["all"] == {"played": 3, "won": 2, "lost": 1, "win_percent": 66.7, "average_points": None}
    assert found["wins"] == {
        "best_time_ms": 2000,
        "average_time_ms": 2500,
        "fewest_moves": 98,
        "best_points": None,
        "average_points": None,
    }


def test_races_are_apart(table: Table) -> None:
    settled(table, "WWW", origin="race")
    assert table.get("accounts/me/statistics")["statistics"] == []


def test_the_vegas_balance_is_shown_before_a_game_and_with_it(table: Table) -> None:
    table.random("vegas-3")
    assert table.view()["balance"] == {"before": 0, "after": 0}
    table.move("draw")
    assert table.view()["balance"] == {"before": 0, "after": -52}
    table.command("concede")
    assert table.view()["balance"] == {"before": 0, "after": -52}
    table.random("vegas-3")
    table.move("draw")
    assert table.view()["balance"] == {"before": -52, "after": -104}
    table.deal("vegas-3")
    table.move("draw")
    assert table.view()["balance"] == {"before": -52, "after": -52}
    assert record(table)["vegas_balance"] == -52
    table.random("turn-3")
    assert table.view()["balance"] is None


def test_others_see_a_player_by_name_in_any_spelling(sits: Callable[..., Table], anyone: httpx.Client) -> None:
    ada = sits("Ada L")
    settled(ada, "W")
    for spelling in ("Ada L", "ada%20l", "ＡＤＡ L"):
        seen = anyone.get(f"accounts/players/{spelling}").json()
        assert seen["player"]["id"] == ada.player["id"]
        assert seen["statistics"] == ada.get("accounts/me/statistics")["statistics"]
    ada("PATCH", "accounts/me", {"preferences": {"public_profile": False}})
    assert anyone.get("accounts/players/Ada L").json()["statistics"] is None
    assert len(ada.get("accounts/me/statistics")["statistics"]) == 1


@pytest.mark.parametrize("name", ["Nobody", "%00", "%F0%9F%83%8F", "a", "guest"])
def test_nobody_is_not_found(anyone: httpx.Client, name: str) -> None:
    assert refusal(anyone.get(f"accounts/players/{name}"))[:2] == (404, "not_found")


def test_who_has_left_or_is_banned_is_not_shown(sits: Callable[..., Table], anyone: httpx.Client) -> None:
    from accounts.models import Player

    left, banned = sits("Ada"), sits("Bob")
    left("DELETE", "accounts/me", {})
    Player.objects.filter(public_id=banned.player["id"]).update(is_active=False)
    for name in ("Ada", "Bob"):
        assert refusal(anyone.get(f"accounts/players/{name}"))[:2] == (404, "not_found")
