"""A game in our own JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.klondike.errors import Invalid, NotADeal
from games.klondike.interchange import Record, read_deal, read_moves, read_record, write_record
from games.klondike.rules import RULESETS, Rules
from tests.klondike.tables import rules

DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041"
    "013073063031061043081054113062024021101022032121"
)


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
