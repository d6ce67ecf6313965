"""What a player is shown of the cards, and nothing else."""

from __future__ import annotations

import json

from games.klondike import sight
from games.klondike.autoplay import automatic_move
from games.klondike.diagram import read
from games.klondike.events import EndedBy
from games.klondike.history import History
from games.klondike.moves import MOVES, Move, parse_move
from games.klondike.rules import RULESETS
from tests.klondike.tables import game, play

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


def test_an_event_is_dated_by_the_game_s_own_clock() -> None:
    moved = History.start(read(BOARD), RULESETS["turn-1"], AT).play(parse_move("draw"), AT + 9_000)
    paused = moved.play(parse_move("draw"), AT + 12_000).pause(AT + 16_000)
    shown, _ = sight.show_events(moved, [moved.play(parse_move("draw"), AT + 12_000).event, paused.event])
    assert [event["at_ms"] for event in shown] == [3_000, 7_000]


def test_the_first_event_names_no_card() -> None:
    assert sight.show_dealt(game(BOARD)) == {"number": 1, "type": "deal", "by": "server", "at_ms": 0}


def test_known_cards_are_those_the_log_has_shown() -> None:
    at_first = {"5H", "QC", "9S", "8H", "7S"}
    for line, more in [("", set()), ("2-1x2", {"4C"}), ("2-1x2 undo", {"4C"}), ("draw", {"7C", "TS", "KD"})]:
        shown = {card.text for card in sight.known_cards(game(BOARD, line, "turn-3"))}
        assert shown - {"AC", "AD", "2D", "3D"} == at_first | more


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


def test_a_game_over_shows_no_more_than_it_did() -> None:
    history = game(BOARD).end(EndedBy.CONCEDED)
    shown = sight.show_game(history, AT)
    assert (shown["status"], shown["ended_by"]) == ("lost", "conceded")
    assert shown["position"] == sight.show_position(read(BOARD))
