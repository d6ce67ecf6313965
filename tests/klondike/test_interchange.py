"""Deals, games and lines of moves of other programs."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from games.klondike.cards import DECK
from games.klondike.deals import Deal, deal_from_seed, read_deck
from games.klondike.errors import Invalid, NotADeal
from games.klondike.interchange import DealFormat, Record, read_deal, read_moves, read_record, write_deal, write_record
from games.klondike.rules import RULESETS, Rules
from tests.klondike.tables import rules

DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041"
    "013073063031061043081054113062024021101022032121"
)
CARDS = (
    "7D TH 2H 4D 9S KS JC 9D 5C 3S 4S 7S JS 5D QH AC 8H QD AD KC 9C 8D QS 6S AS 9H 3H JD "
    "7C TS KD 5H KH TD 8S 4C AH 7H 6H 3C 6C 4H 8C 5S JH 6D 2S 2C TC 2D 3D QC"
)


def solvitaire(**changes: Any) -> str:
    return json.dumps(json.loads(write_deal(read_deal(DIGITS), "solvitaire")) | changes)


def columns(deal: Deal) -> list[list[str]]:
    """The tableau as Solvitaire writes it."""
    found: list[list[str]] = json.loads(write_deal(deal, "solvitaire"))["tableau piles"]
    return found


def test_three_digits_a_card_are_rank_and_suit_in_dealt_order() -> None:
    assert read_deal(DIGITS) == read_deal(CARDS)
    assert write_deal(read_deal(CARDS), "digits") == DIGITS
    assert write_deal(read_deal(DIGITS), "cards") == CARDS.replace(" ", "")


@pytest.mark.parametrize("form", get_args(DealFormat))
def test_every_format_gives_back_the_deal_it_was_written_from(form: DealFormat) -> None:
    for deal in [read_deck(DECK), read_deal(DIGITS), deal_from_seed(b"any")]:
        assert read_deal(write_deal(deal, form)) == deal


@pytest.mark.parametrize(
    "text", [CARDS.lower(), CARDS.replace(" ", ""), CARDS.replace(" ", ", "), CARDS.replace("T", "10"), f"\n{CARDS}\n"]
)
def test_cards_are_read_in_either_case_with_or_without_space(text: str) -> None:
    assert read_deal(text) == read_deal(DIGITS)


def test_solvitaire_writes_face_down_cards_small_and_the_next_card_of_the_stock_last() -> None:
    written = json.loads(solvitaire())
    assert written["tableau piles"][:3] == [["7D"], ["10h", "9D"], ["2h", "5c", "5D"]]
    assert written["stock"][-2:] == ["10s", "7c"]
    assert written["stock"][0] == "qc"


def test_solvitaire_is_read_with_other_fields_left_out_or_empty() -> None:
    document = json.loads(solvitaire())
    small = {"tableau piles": document["tableau piles"], "stock": document["stock"]}
    assert read_deal(json.dumps(small).replace("10", "T")) == read_deal(DIGITS)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"waste": ["7C"]}, "played"),
        ({"foundations": [["AS"], [], [], []]}, "played"),
        ({"waste": 7}, "played"),
        ({"foundations": 7}, "played"),
        ({"stock": []}, "28"),
        ({"stock": ["7C"] * 24}, "7C"),
        ({"tableau piles": [[]] * 7}, "one to seven"),
        ({"tableau piles": 7}, "tableau piles"),
        ({"tableau piles": [[7]] * 7}, "list of cards"),
        ({"stock": None}, "stock"),
        ({"stock": {"7C": 1}}, "stock"),
    ],
)
def test_a_game_under_way_or_a_torn_one_is_no_deal(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(NotADeal, match=named):
        read_deal(solvitaire(**changes))


def test_a_column_with_other_facing_than_dealt_is_no_deal() -> None:
    piles = columns(read_deal(DIGITS))
    for other in ([["7d"], *piles[1:]], [piles[0], ["10H", "9D"], *piles[2:]]):
        with pytest.raises(NotADeal):
            read_deal(solvitaire(**{"tableau piles": other}))


def test_columns_of_other_sizes_are_no_deal() -> None:
    piles = columns(read_deal(DIGITS))
    with pytest.raises(NotADeal):
        read_deal(solvitaire(**{"tableau piles": [piles[1], piles[0], *piles[2:]]}))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "0 cards"),
        (DIGITS[:-1], "155"),
        (DIGITS + "072", "159"),
        ("142" + DIGITS[3:], "142"),
        ("002" + DIGITS[3:], "002"),
        ("075" + DIGITS[3:], "075"),
        ("103" + DIGITS[3:], "TH"),
        (CARDS[:-3], "51"),
        (CARDS + " 7D", "53"),
        (CARDS.replace("7D", "7X"), "7X"),
        (CARDS.replace("7D", "TH"), "TH"),
        (DIGITS.replace("072", "٠٧٢"), "٠٧٢"),
        (CARDS.replace("7S", "7ſ"), "7ſ"),
        (CARDS.replace("KS", "\N{KELVIN SIGN}S"), "\N{KELVIN SIGN}S"),
        ("{", "JSON"),
        ("[]", "card 1"),
        ("{}", "tableau piles"),
        ('{"format": "klondike"}', "version 1"),
        ('{"a": ' * 100_000, "JSON"),
    ],
)
def test_the_first_fault_of_a_deck_is_named(text: str, named: str) -> None:
    with pytest.raises(NotADeal, match=named):
        read_deal(text)


@pytest.mark.parametrize("table", [RULESETS["turn-1"], RULESETS["vegas-3"], rules("turn-3", draw=5, passes=8)], ids=str)
def test_a_game_in_our_own_json_keeps_deal_rules_and_moves(table: Rules) -> None:
    record = Record(read_deal(DIGITS), table, read_moves("4-f draw draw w-7 6-7"))
    assert read_record(write_record(record)) == record
    kept = json.loads(write_record(record))
    assert (kept["format"], kept["format_version"], kept["moves"]) == ("klondike", 1, "4-f draw draw w-7 6-7".split())


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("format", "patience", NotADeal),
        ("format_version", 2, NotADeal),
        ("format_version", None, NotADeal),
        ("rules", "turn-9", Invalid),
        ("rules", None, Invalid),
        ("rules", {"draw": 99}, Invalid),
        ("deal", "AS", NotADeal),
        ("deal", None, NotADeal),
        ("deal", ["7D"], NotADeal),
        ("moves", "draw", Invalid),
        ("moves", ["draw", "9-9"], Invalid),
        ("moves", [7], Invalid),
        ("moves", None, Invalid),
    ],
)
def test_the_first_fault_of_a_game_is_named(field: str, value: Any, fault: type[Exception]) -> None:
    document = json.loads(write_record(Record(read_deal(DIGITS), RULESETS["turn-1"], ())))
    with pytest.raises(fault):
        read_record(json.dumps(document | {field: value}))


def test_a_game_may_name_a_ruleset() -> None:
    text = write_record(Record(read_deal(DIGITS), RULESETS["vegas-3"], ()))
    assert read_record(json.dumps(json.loads(text) | {"rules": "vegas-3"})) == read_record(text)


@pytest.mark.parametrize("text", ["", "[]", "7", "null", "{}", "{", "[" * 100_000])
def test_what_is_no_json_object_of_ours_is_no_game(text: str) -> None:
    with pytest.raises(NotADeal):
        read_record(text)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("D", "draw"),
        ("DR1", "draw"),
        ("DR3", "draw draw draw"),
        ("N", "redeal"),
        ("NEW", "redeal"),
        ("67", "6-7"),
        ("67-1", "6-7"),
        ("67-2", "6-7x2"),
        ("71-13", "7-1x13"),
        ("W4", "w-4"),
        ("WC", "w-f"),
        ("WS", "w-f"),
        ("4D", "4-f"),
        ("D4", "d-4"),
        ("S1", "s-1"),
        ("F4", ""),
        ("4D D D W7 67-1 F6 DR2 NEW", "4-f draw draw w-7 6-7 draw draw redeal"),
        ("draw,w-f, 4-6x3\nredeal", "draw w-f 4-6x3 redeal"),
        ("", ""),
    ],
)
def test_lines_of_other_programs_are_read(theirs: str, ours: str) -> None:
    assert " ".join(move.text for move in read_moves(theirs)) == ours


@pytest.mark.parametrize(
    "word",
    [
        "DR",
        "DR0",
        "DR25",
        "DR99",
        "DRX",
        "DR٣",
        "X4",
        "44",
        "48",
        "80",
        "W8",
        "WW",
        "CD",
        "F8",
        "F0",
        "67-0",
        "67-14",
        "W4-2",
        "4D-2",
        "67-",
        "6",
        "?",
    ],
)
def test_the_first_word_that_is_no_move_is_named(word: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_moves(f"D {word} nonsense")
    assert word in str(refused.value)
