"""Refusals: a code, a sentence, and what fills it."""

from __future__ import annotations

import pickle
import re

import pytest

from games.klondike import errors
from games.klondike.cards import DECK
from games.klondike.errors import FaceDown, NotAlternating, Refusal
from games.klondike.moves import MOVES

KINDS = [kind for kind in Refusal.__subclasses__() if kind.__module__ == errors.__name__]


def test_every_refusal_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in KINDS]
    assert len(set(codes)) == len(codes) >= 20
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", code) for code in codes)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.code)
def test_a_refusal_is_a_sentence_filled_with_its_params(kind: type[Refusal]) -> None:
    fields = re.findall(r"{(\w+)}", kind.__doc__ or "")
    reason = kind(**{field: f"<{field}>" for field in fields})
    assert all(f"<{field}>" in str(reason) for field in fields)
    assert "{" not in str(reason)
    assert reason.params == {field: f"<{field}>" for field in fields}


def test_a_card_and_a_place_are_named_apart_from_the_sentence() -> None:
    reason = NotAlternating(card="7D", onto="8D")
    assert str(reason) == "The 7D can't go on the 8D: columns alternate red and black."
    assert (reason.code, reason.params) == ("not_alternating", {"card": "7D", "onto": "8D"})


def test_refusals_are_equal_when_they_say_the_same() -> None:
    assert FaceDown(column=2, count=3) == FaceDown(column=2, count=3)
    assert FaceDown(column=2, count=3) != FaceDown(column=2, count=4)
    assert len({FaceDown(column=2, count=3), FaceDown(column=2, count=3)}) == 1


def test_cards_and_moves_stay_the_same_objects_through_a_pickle() -> None:
    kept = pickle.loads(pickle.dumps([*DECK, *MOVES.values()]))
    assert all(one is other for one, other in zip(kept, [*DECK, *MOVES.values()], strict=True))
