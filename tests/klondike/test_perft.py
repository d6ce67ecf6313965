"""Lines of legal moves, counted as data/perft.json says; `perft` counts them to the end, this as far as is quick."""

from __future__ import annotations

import pytest

from games.klondike.moves import Kind, parse_move
from tests.klondike.perft import Entry, by_board, by_legality, entries

ENTRIES = entries()
NAMES = [f"deal {entry['deal']}, {entry['rules']}, {len(entry['line'].split())} moves in" for entry in ENTRIES]


def depth_within(entry: Entry, lines: int) -> int:
    return max(depth for depth, count in enumerate(entry["counts"], start=1) if count <= lines)


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_the_legal_lines_are_as_many_as_counted(entry: Entry) -> None:
    depth = depth_within(entry, 10_000)
    assert [by_legality(entry, deep) for deep in range(1, depth + 1)] == entry["counts"][:depth]


@pytest.mark.parametrize("entry", ENTRIES, ids=NAMES)
def test_the_slow_reading_of_the_rules_counts_the_same(entry: Entry) -> None:
    depth = depth_within(entry, 400)
    assert by_board(entry, depth) == entry["counts"][depth - 1]


def test_the_counts_cover_deals_rulesets_depths_and_kinds_of_move() -> None:
    assert len({entry["deal"] for entry in ENTRIES}) >= 8
    assert len({str(entry["rules"]) for entry in ENTRIES}) >= 8
    assert all(len(entry["counts"]) >= 4 for entry in ENTRIES)
    assert {parse_move(word).kind for entry in ENTRIES for word in entry["line"].split()} == set(Kind)
