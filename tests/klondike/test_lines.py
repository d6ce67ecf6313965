"""Lines of moves as other programs write them."""

from __future__ import annotations

import pytest

from games.klondike.errors import Invalid
from games.klondike.interchange import read_moves


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("D", "draw"),
        ("DR1", "draw"),
        ("DR3", "draw draw draw"),
        ("N", "redeal"),
        ("NEW", "redeal"),
        ("67", "6-7"),
        ("67-1", "6-7"),
        ("67-2", "6-7x2"),
        ("71-13", "7-1x13"),
        ("W4", "w-4"),
        ("WC", "w-f"),
        ("WS", "w-f"),
        ("4D", "4-f"),
        ("D4", "d-4"),
        ("S1", "s-1"),
        ("F4", ""),
        ("4D D D W7 67-1 F6 DR2 NEW", "4-f draw draw w-7 6-7 draw draw redeal"),
        ("draw,w-f, 4-6x3\nredeal", "draw w-f 4-6x3 redeal"),
        ("", ""),
    ],
)
def test_lines_of_other_programs_are_read(theirs: str, ours: str) -> None:
    assert " ".join(move.text for move in read_moves(theirs)) == ours


@pytest.mark.parametrize(
    "word",
    [
        "DR",
        "DR0",
        "DR25",
        "DR99",
        "DRX",
        "DR٣",
        "X4",
        "44",
        "48",
        "80",
        "W8",
        "WW",
        "CD",
        "F8",
        "F0",
        "67-0",
        "67-14",
        "W4-2",
        "4D-2",
        "67-",
        "6",
        "?",
    ],
)
def test_the_first_word_that_is_no_move_is_named(word: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_moves(f"D {word} nonsense")
    assert word in str(refused.value)
