"""manage.py solve and restock, run as an operator runs them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.klondike.deals import deal_from_seed
from games.klondike.interchange import write_deal
from games.klondike.moves import parse_move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed
from games.solver import assert_won
from tests.service.process import TREE, environment
from tests.shelf.proved import UNWINNABLE, WINNABLE

HEADER = ["deal", "verdict", "cpu_ms", "nodes", "moves"]


def solve(*arguments: object) -> list[list[str]]:
    out = StringIO()
    call_command("solve", *map(str, arguments), stdout=out)
    return [line.split("\t") for line in out.getvalue().splitlines()]


def test_a_deal_is_solved_by_number_digits_cards_or_json() -> None:
    deal = deal_from_seed(number_seed(int(WINNABLE)))
    for text in (WINNABLE, write_deal(deal, "digits"), deal.text, write_deal(deal, "solvitaire")):
        header, row = solve(text)
        assert header == HEADER
        assert row[:2] == [text, "winnable"]


def test_the_line_of_a_win_wins() -> None:
    header, row = solve(WINNABLE, "--rules", "google-hard", "--line")
    assert header == [*HEADER, "line"]
    line = [parse_move(word) for word in row[5].split()]
    assert len(line) == int(row[4])
    assert_won(dealt(deal_from_seed(number_seed(int(WINNABLE)))), line, RULESETS["google-hard"])


def test_rules_are_named_or_told_by_flags() -> None:
    flags = solve("3", "--draw", 3, "--passes", 3)[1]
    assert flags[:2] == solve("3", "--rules", "vegas-3")[1][:2] == ["3", "unwinnable"]
    assert solve("3")[1][1] == "winnable"


def test_a_budget_that_runs_out_is_undecided(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text("".join(f"{number}\n" for number in range(20)))
    assert "undecided" in {row[1] for row in solve("--file", file, "--rules", "vegas-1", "--budget-ms", 1)}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_is_solved_in_its_order_whatever_the_jobs(tmp_path: Path, jobs: int) -> None:
    numbers = [str(number) for number in (9, 7, 8, 1, 3, 5)]
    file = tmp_path / "deals"
    file.write_text("deal\tverdict\n# a comment\n\n" + "".join(f"{number}\tanything\n" for number in numbers))
    header, *rows = solve("--file", file, "--draw", 3, "--passes", 3, "--no-worrying-back", "--jobs", jobs)
    assert header == HEADER
    assert [row[0] for row in rows] == numbers
    assert rows[1][1:2] == ["unwinnable"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "Give a deal, or --file"),
        (["7", "--file", "x"], "Give a deal, or --file"),
        (["AS"], "Deal 1 can't be read"),
        (["7", "--rules", "turn-1", "--draw", "3"], "Give --rules, or"),
        (["7", "--draw", "25"], "draw is a whole number from 1 to 24"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        solve(*arguments)


def test_a_bar_goes_along_on_a_terminal_and_only_there(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(f"{WINNABLE}\n{UNWINNABLE}\n")
    command = [sys.executable, "manage.py", "solve", "--file", str(file), "--jobs", "2"]
    terminal, its_end = pty.openpty()
    run = subprocess.run(
        command, cwd=TREE, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=its_end, text=True, check=True
    )
    os.close(its_end)
    assert "2/2: 1 unwinnable, 1 winnable" in os.read(terminal, 4096).decode()
    os.close(terminal)
    assert [line.split("\t")[:2] for line in run.stdout.splitlines()[1:]] == [
        [WINNABLE, "winnable"],
        [UNWINNABLE, "unwinnable"],
    ]
    quiet = subprocess.run(
        command, cwd=TREE, env=environment(tmp_path), capture_output=True, text=True, check=True, timeout=60
    )
    assert quiet.stderr == ""


@pytest.mark.django_db(transaction=True)
def test_restock_fills_a_shelf_here_and_now_and_tells_what_is_on_it() -> None:
    out, err = StringIO(), StringIO()
    call_command("restock", "--rules", "turn-1", "--target", "5", stdout=out, stderr=err)
    shelf = next(shelf for shelf in json.loads(out.getvalue())["shelves"] if "turn-1" in shelf["rulesets"])
    assert shelf["stock"] == 5
    again = StringIO()
    call_command("restock", "--look", stdout=again, stderr=err)
    assert (
        json.loads(again.getvalue())["shelves"] == json.loads(out.getvalue())["shelves"] or "turn-1" in again.getvalue()
    )
