"""Stock, waste and redeals: what is refused and what is not."""

from __future__ import annotations

import pytest

from games.klondike.diagram import read
from games.klondike.moves import parse_move
from tests.klondike.tables import game, refusal


def test_a_draw_straight_home_needs_a_stock_too() -> None:
    assert refusal("waste: AS", "draw-f", "google-easy")[0] == "empty_pile"


def test_the_stock_is_no_source() -> None:
    assert refusal("stock: AS", "w-f")[0] == "empty_pile"


def test_only_the_top_of_the_waste_is_in_play() -> None:
    assert refusal("waste: AS 7C KD", "w-f", "turn-3")[0] == "needs_ace"


def test_a_redeal_waits_for_the_stock_to_run_out() -> None:
    assert refusal("stock: 7C\nwaste: KD", "redeal")[0] == "nothing_to_redeal"


@pytest.mark.parametrize("ruleset", ["turn-1", "vegas-1", "google-hard"])
def test_a_redeal_needs_cards_on_the_waste(ruleset: str) -> None:
    assert refusal("1: 9S", "redeal", ruleset)[0] == "nothing_to_redeal"


@pytest.mark.parametrize(("ruleset", "passes"), [("vegas-1", 1), ("vegas-3", 3), ("google-hard", 3)])
def test_a_redeal_past_the_limit_is_refused_with_its_number(ruleset: str, passes: int) -> None:
    history = game("stock: 7C", "draw redeal " * (passes - 1) + "draw", ruleset)
    reason = history.why_not(parse_move("redeal"))
    assert reason is not None
    assert (reason.code, reason.params) == ("redeal_limit", {"passes": passes})


def test_where_passes_are_not_limited_the_stock_goes_round_for_ever() -> None:
    history = game("stock: 7C TS", "draw draw redeal " * 30)
    assert history.position == read("stock: 7C TS\npass: 31")


@pytest.mark.parametrize("ruleset", ["google-hard", "turn-1", "classic-1", "vegas-1", "standard-1"])
def test_only_a_table_with_direct_from_stock_draws_straight_home(ruleset: str) -> None:
    assert refusal("stock: AS", "draw-f", ruleset)[0] == "not_direct"


@pytest.mark.parametrize("card", ["AS", "2S", "KH"])
def test_a_draw_straight_home_is_legal_whatever_the_card(card: str) -> None:
    assert game(f"stock: {card}", by="google-easy").why_not(parse_move("draw-f")) is None
