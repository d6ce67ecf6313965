"""The kernel against exhaustive play of small decks; `python -m games.solver.reference` runs for as long as asked."""

from __future__ import annotations

from random import Random

import klondike_kernel as kernel
import pytest

from games.klondike.diagram import read
from games.klondike.rules import CUSTOM, RULESETS, Rules
from games.solver import reference, solve

DEALS = 12


@pytest.mark.parametrize("shape", reference.SHAPES, ids=str)
def test_small_decks_get_the_word_of_exhaustive_play_whatever_is_pruned(shape: reference.Shape) -> None:
    random = Random(str(shape))
    judged = 0
    while judged < DEALS:
        rules = reference.random_rules(random)
        moves = random.choice((0, 6))
        position = reference.wander(reference.small_deal(shape, random), rules, moves, random, lowest=shape.lowest)
        truth = reference.winnable(position, rules, lowest=shape.lowest, most=3_000)
        if truth is None:
            continue
        judged += 1
        assert reference.disagreement(position, rules, truth, lowest=shape.lowest) is None


def test_the_reference_knows_a_win_a_loss_and_its_own_limits() -> None:
    won = read("foundations: KC KD KH QS\n1: KS")
    lost = read("foundations: KC KD KH TS\nwaste: JS QS KS")._replace(columns=won.columns[1:2])
    strict = Rules(CUSTOM, draw=3, passes=1, worrying_back=False)
    assert reference.winnable(won, RULESETS["classic-3"]) is True
    assert reference.winnable(lost, strict) is False
    assert reference.winnable(lost, strict, most=0) is None


@pytest.mark.parametrize("pruning", kernel.PRUNINGS)
def test_every_pruning_can_be_turned_off(pruning: str) -> None:
    shape, random = reference.Shape(8, 13, 5), Random(5)
    costs = []
    for _ in range(20):
        position = reference.small_deal(shape, random)
        both = [solve(position, Rules(CUSTOM, draw=2), without=without, lowest=8) for without in ((), (pruning,))]
        assert both[0].word == both[1].word
        costs.append([verdict.spent.nodes for verdict in both])
    assert all(nodes > 0 for cost in costs for nodes in cost)
