"""docs/rules.md speaks of what is there."""

from __future__ import annotations

import ast
import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

from games.klondike import errors
from games.klondike.deals import deal_from_seed
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed

TREE = Path(__file__).parents[1]
PAGE = (TREE / "docs" / "rules.md").read_text()
MODULES = {path.stem for path in (TREE / "games" / "klondike").glob("*.py")}
NAMED = re.findall(r"`([a-z_]+)\.(\w+(?:\.\w+)*)`", PAGE)
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| (?!rule)", line)
]


def names_in(name: str) -> set[str]:
    tree = ast.parse((TREE / "tests" / "klondike" / f"{name}.py").read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("module", "name"), [pair for pair in NAMED if pair[0] in MODULES])
def test_every_function_named_exists(module: str, name: str) -> None:
    reduce(getattr, name.split("."), importlib.import_module(f"games.klondike.{module}"))


@pytest.mark.parametrize(("module", "name"), [pair for pair in NAMED if pair[0].startswith("test_")])
def test_every_test_named_exists(module: str, name: str) -> None:
    assert module == "test_x" or name in names_in(module)


def test_every_name_is_of_the_rules_or_of_a_test() -> None:
    assert {module for module, _ in NAMED if not module.startswith("test_")} <= MODULES


def test_every_rule_names_a_function_and_a_test() -> None:
    header = [line for line in PAGE.splitlines() if re.match(r"\|.*\| function \| test \|$", line)]
    rules = [row for row in ROWS if "`test_" in row[-1]]
    assert len(header) >= 8
    assert len(rules) > 60
    assert all(re.fullmatch(r"`\w+\.[\w.]+`", row[-2]) for row in rules)


def test_every_code_of_a_refusal_is_explained() -> None:
    codes = {kind.code for kind in vars(errors).values() if isinstance(kind, type) and hasattr(kind, "code")}
    assert {row[0].strip("`") for row in ROWS} >= codes


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_is_shown_as_it_is(name: str) -> None:
    rules = RULESETS[name]
    row = next(row for row in ROWS if row[0] == f"`{name}`")
    assert row[1:] == [
        str(rules.draw),
        "no limit" if rules.passes is None else str(rules.passes),
        "yes" if rules.worrying_back else "no",
        *(f"`{word}`" for word in (rules.undo, rules.points, rules.finish)),
        "yes" if rules.direct_from_stock else "no",
    ]


def test_the_published_deals_are_those_of_their_numbers() -> None:
    vectors = re.findall(r"^\| (\d+) \| `([0-9a-f]{64})` \| `(\w{104})` \|$", PAGE, re.MULTILINE)
    assert len(vectors) >= 4
    for number, seed, deal in vectors:
        assert number_seed(int(number)).hex() == seed
        assert deal_from_seed(bytes.fromhex(seed)).text == deal
