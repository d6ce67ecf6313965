"""Cards that come back from their foundation."""

from __future__ import annotations

import pytest

from tests.klondike.tables import refusal


@pytest.mark.parametrize("ruleset", ["classic-1", "classic-3"])
def test_where_cards_stay_home_worrying_back_is_refused(ruleset: str) -> None:
    assert refusal("foundations: 8H\n4: 9S", "h-4", ruleset)[0] == "no_worrying_back"


@pytest.mark.parametrize(
    ("board", "code"),
    [("foundations: 8H\n4: 9D", "not_alternating"), ("foundations: 8H\n4: TS", "not_next_rank"),
     ("foundations: 8H", "needs_king"), ("foundations: 8S\n4: 9D", "empty_pile")],
)  # fmt: skip
def test_worrying_back_is_legal_only_where_the_card_could_be_built(board: str, code: str) -> None:
    assert refusal(board, "h-4")[0] == code
