"""Deals whose verdicts are known. Every win here was also replayed by the rules before `solve` said so."""

from __future__ import annotations

import pytest

from games.klondike.cards import parse_card
from games.klondike.interchange import read_deal
from games.klondike.position import Column, Position
from games.klondike.rules import CUSTOM, Rules
from games.solver import solve
from games.solver.rules import SHELVES
from tests.solver.known import AMPLE, crafted, table, words


@pytest.mark.parametrize("name", SHELVES)
def test_a_thousand_random_deals_are_judged_as_they_were_before(name: str) -> None:
    """All but one or two deals that the earlier solver had to leave open."""
    rows = [row for row in table("verdicts-1000.tsv") if row[name] != "undecided"]
    found = words([row["deal"] for row in rows], SHELVES[name])
    assert found == [row[name] for row in rows]
    assert len(rows) >= 999


def test_a_deal_that_hides_its_win_from_one_order_of_moves_is_won_by_restarts() -> None:
    deal = table("verdicts-1000.tsv")[953]["deal"]
    assert words([deal], SHELVES["draw-3"]) == words([deal], SHELVES["draw-3-no-worrying-back"]) == ["winnable"]


def test_every_deal_that_pysolfc_lists_as_winnable_is() -> None:
    listed = [row["deal"] for row in table("pysolfc-draw1-2000.tsv") if row["listed"] == "1"]
    assert set(words(listed, SHELVES["draw-1"])) == {"winnable"}


@pytest.mark.parametrize("row", table("hard-deals.tsv"), ids=lambda row: f"{row['rules']} {row['deal'][:12]}")
def test_deals_that_broke_other_solvers(row: dict[str, str]) -> None:
    assert words([row["deal"]], SHELVES[row["rules"]]) == [row["verdict"]]


@pytest.mark.parametrize(
    "result", crafted("winnable_depends_on_foundation_return")["results"], ids=lambda result: f"draw {result['draw']}"
)
def test_a_deal_that_only_worrying_back_wins(result: dict[str, object]) -> None:
    draw, worrying_back = int(str(result["draw"])), bool(result["foundation_to_tableau"])
    deal = read_deal(crafted("winnable_depends_on_foundation_return")["deck"])
    verdict = solve(deal, Rules(CUSTOM, draw=draw, worrying_back=worrying_back), AMPLE)
    assert verdict.word == ("winnable" if result["winnable"] else "unwinnable")


@pytest.mark.parametrize("result", crafted("all_face_up_but_draw3_dead")["results"], ids=str)
def test_with_no_card_hidden_the_stock_may_still_be_stuck(result: dict[str, object]) -> None:
    stock = tuple([parse_card(text) for text in ("JC", "QC", "KC")])
    position = Position(stock, (), (10, 13, 13, 13), (Column((), ()),) * 7, 1)
    rules = Rules(CUSTOM, draw=int(str(result["draw"])), worrying_back=bool(result["foundation_to_tableau"]))
    assert solve(position, rules).word == ("winnable" if result["winnable"] else "unwinnable")
