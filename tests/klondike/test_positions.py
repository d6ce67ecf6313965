"""Lines and positions replayed elsewhere, in data/positions.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.klondike.cards import RANKS
from games.klondike.diagram import read
from games.klondike.history import History
from games.klondike.interchange import Record, read_deal, read_moves, read_record, write_deal, write_record
from games.klondike.legality import can_finish, legal_moves
from games.klondike.position import Position, dealt
from games.klondike.rules import Rules
from tests.klondike.tables import play, rules

POSITIONS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "positions.json").read_text())
README = POSITIONS["minimalklondike_readme"]
WORRYING = POSITIONS["winnable_depends_on_foundation_return"]
STICKING = POSITIONS["all_face_up_but_draw3_dead"]
ORDER = POSITIONS["recycle_order"]


def drawn(state: dict[str, Any]) -> Position:
    """A state of the file, by way of a diagram."""
    lines = [f"stock: {' '.join(state['stock'])}", f"waste: {' '.join(state['waste'])}"]
    tops = [RANKS[rank - 1] + suit for suit, rank in state["foundations"].items() if rank]
    lines.append(f"foundations: {' '.join(tops)}")
    for number, pile in enumerate(state["tableau"], start=1):
        covered = [card[0] + card[1].lower() for card in pile["down"]]
        lines.append(f"{number}: {' '.join(covered + pile['up'])}")
    return read("\n".join(lines))


def table(result: dict[str, Any]) -> Rules:
    return rules("turn-3", draw=result["draw"], worrying_back=result["foundation_to_tableau"])


def replayed(deck: str, line: str, by: Rules) -> History:
    """The game after a line that was written out as a record and read back."""
    record = read_record(write_record(Record(read_deal(deck), by, read_moves(line))))
    assert record == Record(read_deal(deck), by, read_moves(line))
    history = History.start(dealt(record.deal), record.rules)
    for move in record.moves:
        history = history.play(move)
    return history


def winnable(position: Position, by: Rules) -> bool:
    """By trying every line; passes are forgotten, so that going round the stock comes back to the same position."""
    seen, open_ends = {position}, [position]
    while open_ends:
        here = open_ends.pop()
        if here.won:
            return True
        for move in legal_moves(here, by):
            following = here.after(move, by)._replace(pass_number=1)
            if following not in seen:
                seen.add(following)
                open_ends.append(following)
    return False


@pytest.mark.parametrize("state", [README, WORRYING])
def test_a_deck_is_dealt_as_other_programs_deal_it(state: dict[str, Any]) -> None:
    assert dealt(read_deal(state["deck"])) == drawn(state["initial"])
    assert write_deal(read_deal(state["deck"]), "digits") == state["deck"]


def test_a_line_of_another_program_leads_to_the_position_it_says() -> None:
    history = replayed(README["deck"], README["moves"], rules("turn-3", draw=README["draw"]))
    assert history.position == drawn(README["final"])


WON_LINES = [result for result in WORRYING["results"] if result["line"]]


@pytest.mark.parametrize("result", WON_LINES, ids=lambda result: f"draw {result['draw']}")
def test_a_line_that_wins_is_won(result: dict[str, Any]) -> None:
    assert replayed(WORRYING["deck"], result["line"], table(result)).status == "won"


@pytest.mark.parametrize("draw", [1, 3])
def test_the_line_needs_worrying_back(draw: int) -> None:
    result = next(result for result in WON_LINES if result["draw"] == draw)
    assert {move.text[:2] for move in read_moves(result["line"])} & {"c-", "d-", "h-", "s-"}


@pytest.mark.parametrize(("draw", "line"), [(1, "draw w-f draw w-f draw w-f"), (3, "draw w-1 d-2 w-2 w-f 2-f 1-f 2-f")])
def test_all_face_up_does_not_make_a_finish(draw: int, line: str) -> None:
    start = History.start(drawn(STICKING["state"]), rules("turn-3", draw=draw))
    assert start.position.face_down == 0
    assert not can_finish(start.position)
    assert play(start, line).status == "won"


@pytest.mark.parametrize("result", [result for result in STICKING["results"] if not result["foundation_to_tableau"]])
def test_all_face_up_and_no_worrying_back_is_dead_in_draw_three_alone(result: dict[str, Any]) -> None:
    assert winnable(drawn(STICKING["state"]), table(result)) is result["winnable"] is (result["draw"] == 1)


@pytest.mark.parametrize("result", [result for result in WORRYING["results"] if not result["foundation_to_tableau"]])
def test_without_worrying_back_the_same_deal_is_lost(result: dict[str, Any]) -> None:
    assert winnable(drawn(WORRYING["initial"]), table(result)) is result["winnable"] is False


def test_going_round_the_stock_brings_back_the_same_three() -> None:
    once = replayed(ORDER["deck"], "D", rules("turn-3"))
    again = replayed(ORDER["deck"], "DR8 N D", rules("turn-3"))
    assert again.position == once.position._replace(pass_number=2)
    assert [card.text for card in again.position.waste] == ORDER["waste"]
