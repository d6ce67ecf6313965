"""What comes with the code is proved anew: each line, played by the rules from its deal, wins."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest

from games.actions.shipped import HEADER, grade, shipped
from games.actions.shipping import ship
from games.klondike.deals import deal_from_seed
from games.klondike.moves import DRAW, parse_move
from games.klondike.position import dealt
from games.klondike.rules import CUSTOM, RULESETS, Rules
from games.klondike.shuffle import number_seed
from games.models.verdict import Grade
from games.solver import Budget, assert_won, difficulty, solve
from games.solver.rules import SHELVES


@pytest.mark.parametrize("shelf", SHELVES)
def test_every_shelf_of_a_ruleset_comes_with_256_deals_whose_lines_win(shelf: str) -> None:
    rules = SHELVES[shelf]
    deals = shipped(rules)
    assert len(deals) >= 256
    for deal in deals.values():
        start = dealt(deal_from_seed(number_seed(int(deal.number))))
        assert_won(start, [parse_move(move) for move in deal.line.split()], rules)


@pytest.mark.parametrize("shelf", SHELVES)
def test_a_grade_is_a_quarter_of_the_shelf_and_the_grades_follow_the_difficulty(shelf: str) -> None:
    rules = SHELVES[shelf]
    numbers = sorted(deal.difficulty for deal in shipped(rules).values())
    grades = [grade(rules, number) for number in numbers]
    assert grades == sorted(grades, key=list(Grade).index)
    assert all(54 <= count <= 74 for count in Counter(grades).values()), Counter(grades)


@pytest.mark.parametrize("shelf", SHELVES)
def test_the_cuts_fit_what_the_kernel_spends_today(shelf: str) -> None:
    rules = SHELVES[shelf]
    grades: Counter[Grade] = Counter()
    for number in list(shipped(rules))[::8]:
        _, line, spent = solve(deal_from_seed(number_seed(int(number))), rules, Budget(ms=2_000))
        if line:
            grades[grade(rules, difficulty(spent.nodes, len(line)))] += 1
    easier = grades[Grade.EASY] + grades[Grade.MEDIUM]
    assert 8 <= easier <= 24, f"make the shipped shelf anew: {grades}"


def test_a_shelf_is_made_of_the_lowest_winnable_numbers(tmp_path: Path) -> None:
    rules = RULESETS["google-hard"]
    path = ship(rules, 5, tmp_path)
    assert path.name == "draw-3-passes-3.tsv.gz"
    heading, *rows = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert heading.split("\t") == list(HEADER)
    assert [row.split("\t")[0] for row in rows] == list(shipped(rules))[:5]


def test_a_line_that_does_not_win_is_told() -> None:
    rules = RULESETS["turn-3"]
    number, deal = next(iter(shipped(rules).items()))
    start = dealt(deal_from_seed(number_seed(int(number))))
    line = [parse_move(move) for move in deal.line.split()]
    with pytest.raises(ValueError, match=r"ends with 5[01] cards home"):
        assert_won(start, line[:-1], rules)
    with pytest.raises(ValueError, match="move 1, "):
        assert_won(start._replace(stock=()), [DRAW], rules)


def test_rules_without_a_shelf_of_their_own_are_graded_like_those_that_draw_alike() -> None:
    odd = Rules(CUSTOM, draw=2, passes=4)
    assert not shipped(odd)
    assert [grade(odd, number) for number in (0, 10**6)] == [Grade.EASY, Grade.EXPERT]
