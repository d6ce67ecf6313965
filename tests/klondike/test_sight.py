"""What a player is shown of a game, and nothing else."""

from __future__ import annotations

import json

import pytest

from games.klondike import sight
from games.klondike.autoplay import automatic_move
from games.klondike.diagram import read
from games.klondike.events import EndedBy
from games.klondike.history import History
from games.klondike.moves import MOVES, Move, parse_move
from games.klondike.rules import RULESETS
from tests.klondike.tables import game, play, rules

AT = 1_893_456_000_000  # 2030-01-01
BOARD = """
    stock: 7C TS KD
    waste: 5H QC
    foundations: AC 3D
    1: 9S
    2: 4c 8H 7S
"""


def test_a_game_is_shown_as_the_protocol_says() -> None:
    history = History.start(read(BOARD), RULESETS["vegas-3"], AT).play(parse_move("2-1x2"), AT + 5_000)
    assert sight.show_game(history, AT + 6_000) == {
        "version": 2,
        "status": "playing",
        "ended_by": None,
        "rules": RULESETS["vegas-3"].as_dict(),
        "position": {
            "stock": 3,
            "waste": ["5H", "QC"],
            "foundations": {"C": "AC", "D": "3D", "H": None, "S": None},
            "columns": [{"down": 0, "up": ["9S", "8H", "7S"]}, {"down": 0, "up": ["4C"]}, *[{"down": 0, "up": []}] * 5],
        },
        "moves": 1,
        "actions": 1,
        "pass": 1,
        "redeals_left": 2,
        "no_progress": False,
        "can": {"draw": True, "redeal": False, "undo": True, "undo_refused": None, "redo": False, "finish": False},
        "points": -52,
        "clock": {"elapsed_ms": 1_000, "running": True, "server_time": "2030-01-01T00:00:06.000Z"},
        "practice": False,
        "assisted": False,
        "peeked": False,
    }


def test_face_down_cards_and_the_stock_are_numbers() -> None:
    shown = sight.show_position(read(BOARD))
    assert (shown["stock"], shown["columns"][1]) == (3, {"down": 1, "up": ["8H", "7S"]})
    assert not {"7C", "TS", "KD", "4C", "4c"} & set(json.dumps(shown).replace('"', " ").split())


def test_an_event_names_the_cards_it_showed() -> None:
    before = game(BOARD, by="turn-3")
    move, draw = [sight.show_event(play(before, line).event, before) for line in ("2-1x2", "draw")]
    rest = {"number": 2, "type": "move", "by": "player", "at_ms": 0}
    assert move == rest | {"move": "2-1x2", "turned_up": ["4C"], "drawn": []}
    assert draw == rest | {"move": "draw", "turned_up": [], "drawn": ["7C", "TS", "KD"]}


def test_an_undo_names_no_card_and_a_redo_names_them_again() -> None:
    before = game(BOARD)
    done = play(before, "2-1x2")
    shown, after = sight.show_events(before, [done.event, done.undo().event, done.undo().redo().event])
    assert [event["turned_up"] for event in shown] == [["4C"], [], ["4C"]]
    assert [event["type"] for event in shown] == ["move", "undo", "redo"]
    assert after.snapshot() == done.undo().redo().snapshot()


def test_a_card_that_goes_straight_home_is_named_as_drawn() -> None:
    before = game("stock: AS 7C", by="google-easy")
    assert sight.show_event(play(before, "draw-f").event, before)["drawn"] == ["AS"]


def test_the_end_says_how() -> None:
    before = game(BOARD)
    shown = sight.show_event(before.end(EndedBy.CONCEDED).event, before)
    assert (shown["type"], shown["ended_by"]) == ("end", "conceded")


def test_the_first_event_names_no_card() -> None:
    assert sight.show_dealt(game(BOARD)) == {"number": 1, "type": "deal", "by": "server", "at_ms": 0}


def test_known_cards_are_those_the_log_has_shown() -> None:
    at_first = {"5H", "QC", "9S", "8H", "7S"}
    for line, more in [("", set()), ("2-1x2", {"4C"}), ("2-1x2 undo", {"4C"}), ("draw", {"7C", "TS", "KD"})]:
        shown = {card.text for card in sight.known_cards(game(BOARD, line, "turn-3"))}
        assert shown - {"AC", "AD", "2D", "3D"} == at_first | more


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


def test_legal_begins_with_the_automatic_move_of_each_source_and_count() -> None:
    history = game("""
        stock: 7C
        waste: 2H
        foundations: AH AC
        1: 3S
        2: 3C
        3: 4d 9C 8D
        4: 9S
        5: KD
        7: 2C
    """)
    legal = sight.show_legal(history)
    assert set(legal) == {move for move in MOVES if history.why_not(parse_move(move)) is None}
    first: dict[tuple[str, int], str] = {}
    for text in legal:
        move = parse_move(text)
        first.setdefault((text[0], move.count), text)
    for (pile, count), text in first.items():
        if pile in "w1234567" and text != "5-6":
            assert automatic_move(history.position, pile, count) == parse_move(text)
    assert not isinstance(automatic_move(history.position, "5", 1), Move)


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


def test_a_game_over_shows_no_more_than_it_did() -> None:
    history = game(BOARD).end(EndedBy.CONCEDED)
    shown = sight.show_game(history, AT)
    assert (shown["status"], shown["ended_by"]) == ("lost", "conceded")
    assert shown["position"] == sight.show_position(read(BOARD))


def test_server_time_is_rfc_3339_in_utc() -> None:
    assert sight.rfc3339(AT + 7) == "2030-01-01T00:00:00.007Z"
    assert sight.rfc3339(0) == "1970-01-01T00:00:00.000Z"
