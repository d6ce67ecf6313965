"""The rulesets and rules made to order."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from games.klondike.errors import Invalid
from games.klondike.rules import DEFAULT_RULES, RULESETS, Rules, read_rules

TABLE = """
    google-easy  1  -  yes  free        none            automatic  yes
    google-hard  3  3  yes  free        none            automatic  no
    classic-1    1  -  no   foundation  efficiency      offered    no
    classic-3    3  -  no   foundation  efficiency      offered    no
    turn-1       1  -  yes  free        none            offered    no
    turn-3       3  -  yes  free        none            offered    no
    vegas-1      1  1  yes  free        vegas           offered    no
    vegas-3      3  3  yes  free        vegas           offered    no
    standard-1   1  -  yes  free        standard-timed  offered    no
    standard-3   3  -  yes  free        standard-timed  offered    no
"""


def test_the_ten_rulesets_are_these() -> None:
    rows = [
        Rules(
            name,
            draw=int(draw),
            passes=None if passes == "-" else int(passes),
            worrying_back=back == "yes",
            undo=undo,  # type: ignore[arg-type]
            points=points,  # type: ignore[arg-type]
            finish=finish,  # type: ignore[arg-type]
            direct_from_stock=direct == "yes",
        )
        for name, draw, passes, back, undo, points, finish, direct in (row.split() for row in TABLE.strip().split("\n"))
    ]
    assert rows == list(RULESETS.values())
    assert [row.name for row in rows] == list(RULESETS)


def test_turn_three_is_the_default() -> None:
    assert DEFAULT_RULES is RULESETS["turn-3"]


def test_rules_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        DEFAULT_RULES.draw = 1  # type: ignore[misc]


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_is_read_by_name_and_from_its_payload(name: str) -> None:
    assert read_rules(name) is RULESETS[name]
    assert read_rules(RULESETS[name].as_dict()) == RULESETS[name]


def test_the_payload_names_every_rule() -> None:
    assert RULESETS["vegas-3"].as_dict() == {
        "name": "vegas-3",
        "draw": 3,
        "passes": 3,
        "worrying_back": True,
        "undo": "free",
        "points": "vegas",
        "finish": "offered",
        "direct_from_stock": False,
    }


@pytest.mark.parametrize(
    "choice",
    [
        {"draw": 24},
        {"draw": 1, "direct_from_stock": True},
        {"passes": 1},
        {"passes": 8},
        {"passes": None},
        {"worrying_back": False, "undo": "reveal", "points": "standard", "finish": "automatic"},
        {"name": "custom", "undo": "none", "points": "efficiency"},
    ],
)
def test_custom_rules_change_what_they_name_and_keep_the_rest_of_turn_three(choice: dict[str, Any]) -> None:
    custom = read_rules(choice)
    assert custom.as_dict() == RULESETS["turn-3"].as_dict() | {"name": "custom"} | choice
    assert read_rules(custom.as_dict()) == custom


@pytest.mark.parametrize(
    ("choice", "field"),
    [
        ({"draw": 0}, "rules.draw"),
        ({"draw": 25}, "rules.draw"),
        ({"draw": "3"}, "rules.draw"),
        ({"draw": 3.0}, "rules.draw"),
        ({"draw": True}, "rules.draw"),
        ({"draw": None}, "rules.draw"),
        ({"passes": 0}, "rules.passes"),
        ({"passes": 9}, "rules.passes"),
        ({"passes": -1}, "rules.passes"),
        ({"passes": False}, "rules.passes"),
        ({"worrying_back": 1}, "rules.worrying_back"),
        ({"worrying_back": None}, "rules.worrying_back"),
        ({"undo": "never"}, "rules.undo"),
        ({"undo": ["free"]}, "rules.undo"),
        ({"points": "vegas-cumulative"}, "rules.points"),
        ({"finish": None}, "rules.finish"),
        ({"direct_from_stock": True}, "rules.direct_from_stock"),
        ({"draw": 3, "direct_from_stock": True}, "rules.direct_from_stock"),
        ({"name": "turn-1", "draw": 3}, "rules.name"),
        ({"name": "mine"}, "rules.name"),
        ({"name": 7}, "rules.name"),
        ({"name": ["turn-1"]}, "rules.name"),
        ({"points": {}}, "rules.points"),
        ({"jokers": 2}, "rules.jokers"),
        ({7: 2}, "rules.7"),
        ("turn-2", "rules"),
        ("custom", "rules"),
        ("", "rules"),
    ],
    ids=str,
)
def test_rules_that_can_t_be_are_refused_naming_the_field(choice: Any, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_rules(choice)
    assert refused.value.params["field"] == field


def test_a_ruleset_s_name_stands_for_all_its_fields() -> None:
    assert read_rules({"name": "vegas-1"}) == RULESETS["vegas-1"]
