"""What clients and operators can meet is written down, and nothing else is."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

import accounts
import games
from accounts.problems import Problem
from games import messages
from games.actions.problems import problem_of
from games.client.screen import OUTCOMES, REASONS
from games.klondike.errors import Refusal
from games.models.entry import Outcome
from games.models.race import Reason
from klondike_service import settings

DOCS = Path(__file__).parents[1] / "docs"
ROW = re.compile(r"^\| `([^`]+)` \|(?: ([^|]+) \|)?", re.MULTILINE)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def chapter(page: str, title: str = "") -> str:
    """The text under a heading, down to the next of its kind; the whole page without one."""
    text = (DOCS / page).read_text()
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0] if title else text


def test_every_setting_is_described_with_its_default() -> None:
    described = dict(ROW.findall(chapter("operations.md", "Settings")))
    assert set(described) == settings.OPERATOR_SETTINGS
    source = Path(settings.__file__).read_text()
    for name, default in re.findall(r'env\.number\("(\w+)", ([\d_]+),', source):
        assert described[name].replace(",", "") == str(int(default))
    for name, default in re.findall(r'env\.flag\("(\w+)", (\w+)\)', source):
        assert described[name] == {"True": "yes", "False": "no"}[default]


Kind = TypeVar("Kind")


def test_every_command_of_ours_is_described() -> None:
    ours = {path.stem for path in (DOCS.parent / "games/management/commands").glob("[!_]*.py")}
    described = re.findall(r"^\| `manage\.py (\w+)", chapter("operations.md", "Commands"), re.MULTILINE)
    assert ours <= set(described)


def offspring(kind: type[Kind]) -> Iterator[type[Kind]]:
    for child in kind.__subclasses__():
        yield child
        yield from offspring(child)


def refusals() -> dict[str, int]:
    """Every code there is, with its status."""
    for package in (accounts, games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in module.name:
                importlib.import_module(module.name)
    kinds: list[type[Problem]] = [Problem, *offspring(Problem)]
    problems = {problem.code: problem.status for problem in kinds}
    return problems | {refusal.code: problem_of(of_class(refusal)).status for refusal in offspring(Refusal)}


def of_class(refusal: type[Refusal]) -> Refusal:
    """One whose sentence can be written."""
    return refusal(**dict.fromkeys(re.findall(r"{(\w+)}", refusal.__doc__ or ""), "x"))


def test_every_refusal_is_in_the_protocol_with_its_status() -> None:
    described = {code: int(status) for code, status in ROW.findall(chapter("protocol.md", "Refusals"))}
    assert described == refusals()


def endpoints(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        path = prefix + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from endpoints(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and path.startswith("api/v1"):
            view = getattr(pattern.callback, "cls", None)
            for method in METHODS:
                if view is not None and hasattr(view, method.lower()):
                    yield f"{method} {path.removeprefix('api/v1').removeprefix('/') or '/'}"


def test_every_endpoint_is_in_the_protocol() -> None:
    described = [name for name, _ in ROW.findall(chapter("protocol.md")) if name.startswith(METHODS)]
    assert sorted(described) == sorted(endpoints(get_resolver().url_patterns))


@pytest.mark.parametrize(("direction", "union"), [("in", messages.Incoming), ("out", messages.Outgoing)])
def test_every_message_of_the_socket_is_in_the_protocol(direction: str, union: Any) -> None:
    table = chapter("protocol.md", "The play socket").partition(f"\n| {direction} |")[2].partition("\n\n")[0]
    tags = {struct.__struct_config__.tag for struct in get_args(union)}
    assert {name for name, _ in ROW.findall(table)} == tags


def test_every_page_links_to_pages_that_are_there() -> None:
    for page in [*DOCS.glob("*.md"), DOCS.parent / "README.md"]:
        for link in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_why_a_race_and_a_part_in_it_are_over_is_written_down() -> None:
    reasons, _, outcomes = chapter("races.md", "Who wins").partition("\n| outcome |")
    assert {name for name, _ in ROW.findall(reasons)} == set(REASONS) == set(Reason.values)
    assert {name for name, _ in ROW.findall(outcomes)} == set(Outcome.values)
    assert set(OUTCOMES) < set(Outcome.values)
