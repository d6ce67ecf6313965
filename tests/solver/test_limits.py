"""What a search may spend, how it is stopped, and what is refused."""

from __future__ import annotations

import threading
import time
from random import Random

import klondike_kernel as kernel
import pytest

from games.klondike.cards import DECK
from games.klondike.deals import deal_from_seed
from games.klondike.diagram import read
from games.klondike.interchange import read_deal
from games.klondike.legality import legal_moves
from games.klondike.position import Column, Position, dealt
from games.klondike.rules import CUSTOM, RULESETS, Rules
from games.solver import Budget, OutsideProofs, Verdict, assert_won, difficulty, reference, solve
from games.solver.rules import SHELVES
from tests.solver.known import table

ONE_PASS = SHELVES["draw-1-passes-1"]


def hardest() -> Position:
    """A deal that takes a second or more to prove lost in one pass."""
    return dealt(read_deal(table("verdicts-1000.tsv")[149]["deal"]))


def test_out_of_nodes_is_undecided_and_says_what_was_spent() -> None:
    verdict = solve(hardest(), ONE_PASS, Budget(nodes=1_000))
    assert verdict.word == "undecided"
    assert verdict.line == ()
    assert verdict.spent.nodes == 1_000


def test_out_of_time_is_undecided_soon_after() -> None:
    verdict = solve(hardest(), ONE_PASS, Budget(ms=20))
    assert verdict.word == "undecided"
    assert 20 <= verdict.spent.cpu_ms < 60


def test_out_of_memory_is_undecided_within_the_cap() -> None:
    verdict = solve(hardest(), ONE_PASS, Budget(memory=4 << 20))
    assert verdict.word == "undecided"
    assert verdict.spent.peak_bytes <= 4 << 20


def test_a_search_is_cancelled_from_another_thread_while_python_runs_on() -> None:
    cancellation = kernel.Cancellation()
    found: list[Verdict] = []
    budget = Budget(cancellation=cancellation)
    search = threading.Thread(target=lambda: found.append(solve(hardest(), ONE_PASS, budget)))
    search.start()
    time.sleep(0.05)
    assert not found
    cancellation.cancel()
    search.join(timeout=5)
    assert found[0].word == "undecided"


def test_the_same_question_gets_the_same_answer_and_effort() -> None:
    deal = read_deal(table("verdicts-1000.tsv")[0]["deal"])
    first, second = [solve(deal, RULESETS["turn-3"]) for _ in range(2)]
    assert first.line == second.line != ()
    assert first.spent.nodes == second.spent.nodes


def test_straight_from_the_stock_is_only_a_convenience() -> None:
    deal = read_deal(table("verdicts-1000.tsv")[0]["deal"])
    direct, plain = RULESETS["google-easy"], RULESETS["turn-1"]
    assert solve(deal, direct).line == solve(deal, plain).line


@pytest.mark.parametrize("moves", [0, 5, 40])
def test_positions_in_play_are_judged_and_their_lines_play_on_from_there(moves: int) -> None:
    random = Random(moves)
    for rules in RULESETS.values():
        for _ in range(5):
            position = reference.wander(dealt(deal_from_seed(random.randbytes(32))), rules, moves, random)
            verdict = solve(position, rules, Budget(ms=1_000, memory=256 << 20))
            if verdict.word == "winnable":
                assert_won(position, verdict.line, rules)


def test_a_line_that_does_not_win_is_never_believed() -> None:
    position = dealt(read_deal(table("verdicts-1000.tsv")[0]["deal"]))
    line = solve(position, RULESETS["turn-1"]).line
    assert line
    with pytest.raises(ValueError, match="ends with"):
        assert_won(position, line[:-1], RULESETS["turn-1"])
    with pytest.raises(ValueError, match="move 1"):
        assert_won(position, line[1:][::-1], RULESETS["turn-1"])


def test_a_won_position_needs_no_move() -> None:
    won = Position((), (), (13, 13, 13, 13), (Column((), ()),) * 7, 3)
    assert solve(won, RULESETS["turn-3"])[:2] == ("winnable", ())


@pytest.mark.parametrize(
    ("position", "rules"),
    [
        (read("1: KS"), Rules(CUSTOM, draw=1)),
        (Position((), (), (13, 13, 13, 11), (Column((), (DECK[50], DECK[51])),), 1), Rules(CUSTOM, draw=1)),
        (Position((), DECK, (0, 0, 0, 0), (), 1), Rules(CUSTOM, draw=1)),
        (dealt(deal_from_seed(bytes(32)))._replace(pass_number=4), Rules(CUSTOM, draw=3, passes=3)),
        (dealt(deal_from_seed(bytes(32))), Rules(CUSTOM, draw=25)),
        (dealt(deal_from_seed(bytes(32))), Rules(CUSTOM, draw=0)),
        (dealt(deal_from_seed(bytes(32))), Rules(CUSTOM, draw=1, passes=9)),
    ],
    ids=["cards missing", "no run", "52 in stock", "passes used up", "draw 25", "draw 0", "9 passes"],
)
def test_what_the_proofs_do_not_cover_is_refused(position: Position, rules: Rules) -> None:
    with pytest.raises(OutsideProofs):
        solve(position, rules)


def test_nonsense_is_refused_and_never_crashes_the_kernel() -> None:
    random = Random(8)
    refused = 0
    for _ in range(3_000):
        cards = [random.randrange(256) if random.random() < 0.02 else card for card in random.sample(range(52), 52)]
        cut = sorted(random.randrange(53) for _ in range(random.randrange(20)))
        piles = [cards[begin:end] for begin, end in zip([0, *cut], [*cut, 52], strict=True)]
        piles += [[], []]
        pairs = [(pile[: random.randrange(4)], pile[3:]) for pile in piles[2:]]
        home = [random.choice((0, 0, 0, random.randrange(-1, 15))) for _ in range(4)]
        numbers = [random.choice((0, 0, 1, random.randrange(-3, 40))) for _ in range(4)]
        try:
            position = kernel.Position(pairs, piles[0], piles[1], home, numbers[0], numbers[1], random.choice((13, 4)))
            kernel.solve(position, kernel.Rules(numbers[2], numbers[3], True), nodes=1_000)
        except (ValueError, TypeError):
            refused += 1
    assert refused > 2_900


def test_random_positions_and_rules_are_always_answered() -> None:
    random = Random(9)
    for _ in range(300):
        rules = Rules(
            CUSTOM,
            draw=random.randint(1, 24),
            passes=random.choice((None, *range(1, 9))),
            worrying_back=random.random() < 0.5,
        )
        position = reference.wander(dealt(deal_from_seed(random.randbytes(32))), rules, random.randrange(120), random)
        verdict = solve(position, rules, Budget(nodes=3_000))
        assert (verdict.word == "winnable") == bool(verdict.line) or not legal_moves(position, rules)


def test_difficulty_grows_with_the_search_and_with_the_line() -> None:
    assert difficulty(0, 0) == 0
    assert difficulty(100, 120) < difficulty(200, 120) < difficulty(200, 125)
    assert difficulty(200, 120) - difficulty(100, 120) == 10
