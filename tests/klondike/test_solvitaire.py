"""Deals in Solvitaire's JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.klondike.deals import Deal
from games.klondike.errors import NotADeal
from games.klondike.interchange import read_deal, write_deal

DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104132053133102084041"
    "013073063031061043081054113062024021101022032121"
)


def solvitaire(**changes: Any) -> str:
    return json.dumps(json.loads(write_deal(read_deal(DIGITS), "solvitaire")) | changes)


def columns(deal: Deal) -> list[list[str]]:
    """The tableau as Solvitaire writes it."""
    found: list[list[str]] = json.loads(write_deal(deal, "solvitaire"))["tableau piles"]
    return found


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
