"""What a payload tells of the counters, the clock and what can be done."""

from __future__ import annotations

import pytest

from games.klondike import sight
from games.klondike.diagram import read
from games.klondike.events import EndedBy
from games.klondike.history import History
from games.klondike.moves import parse_move
from games.klondike.rules import RULESETS
from tests.klondike.tables import game, rules

AT = 1_893_456_000_000  # 2030-01-01
BOARD = """
    stock: 7C TS KD
    waste: 5H QC
    foundations: AC 3D
    1: 9S
    2: 4c 8H 7S
"""


@pytest.mark.parametrize(
    ("line", "passes", "redeals_left", "can_redeal"),
    [
        ("", 3, 2, False),
        ("draw", 3, 2, True),
        ("draw redeal", 3, 1, False),
        ("draw redeal draw", 3, 1, True),
        ("draw redeal draw redeal draw", 3, 0, False),
        ("draw", 1, 0, False),
        ("draw", None, None, True),
    ],
)
def test_redeals_left_and_whether_one_can_be_had(
    line: str, passes: int | None, redeals_left: int | None, can_redeal: bool
) -> None:
    history = game("stock: 7C TS KD", line, rules("google-hard", passes=passes))
    shown = sight.show_progress(history, AT)
    assert (shown["redeals_left"], shown["can"]["redeal"]) == (redeals_left, can_redeal)


@pytest.mark.parametrize(
    ("line", "table", "undo", "reason"),
    [
        ("", "turn-1", False, "nothing_to_undo"),
        ("draw", "turn-1", True, None),
        ("w-f", "classic-1", False, "undo_stops"),
    ],
)
def test_undo_that_can_t_be_says_why(line: str, table: str, undo: bool, reason: str | None) -> None:
    shown = sight.show_can(game("stock: 7C\nwaste: AS\n1: 9S", line, table))
    assert (shown["undo"], shown["undo_refused"]) == (undo, reason)


def test_nothing_can_be_done_while_paused_or_over() -> None:
    history = game(BOARD, "draw draw undo")
    for stopped, reason in [(history.pause(), "paused"), (history.end(EndedBy.CONCEDED), "game_over")]:
        verbs = ("draw", "redeal", "undo", "redo", "finish")
        assert sight.show_can(stopped) == dict.fromkeys(verbs, False) | {"undo_refused": reason}
        assert sight.show_legal(stopped) == []


def test_what_can_be_done_is_said() -> None:
    nearly = game("foundations: KC KD KH QS\n1: KS")
    assert sight.show_can(nearly)["finish"]
    assert sight.show_can(game(BOARD, "draw undo"))["redo"]


def test_no_progress_is_told() -> None:
    assert sight.show_progress(game("stock: 2C 4C\n1: 9S", "draw draw"), AT)["no_progress"]


def test_the_clock_runs_on_between_events_and_stands_when_the_player_is_away() -> None:
    history = History.start(read(BOARD), RULESETS["turn-1"], AT).play(parse_move("draw"), AT)

    def clock(seconds: int, seen: int = 0) -> tuple[int, bool]:
        shown = sight.show_progress(history, AT + 1_000 * seconds, seen_at=AT + 1_000 * seen)["clock"]
        return shown["elapsed_ms"], shown["running"]

    assert clock(7) == (7_000, True)
    assert clock(90) == (60_000, False)
    assert clock(90, seen=80) == (90_000, True)


def test_points_fall_with_the_clock_between_events() -> None:
    history = game("waste: AD\n1: 9S", "w-f", "classic-1")
    assert [sight.show_progress(history, now, seen_at=now)["points"] for now in (0, 3_999)] == [99, 96]


def test_server_time_is_rfc_3339_in_utc() -> None:
    assert sight.rfc3339(AT + 7) == "2030-01-01T00:00:00.007Z"
    assert sight.rfc3339(0) == "1970-01-01T00:00:00.000Z"
