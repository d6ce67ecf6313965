"""The rules alone: a real log of 200 moves replayed, and the legal moves of its positions.

    python -m bench.rules [--runs 15]

Prints CPU time, the median and the best of the runs, beside the goal: 2 ms a replay, 60 µs a list of legal moves.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from games.klondike.deals import deal_from_seed
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.moves import parse_move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed

# Deal number 251 under turn-3, from the first move to the win.
LINE = """
    3-5 3-f draw w-4 draw draw draw draw draw draw draw w-2 redeal draw w-1 1-4 draw draw w-5 w-2 4-2x3 w-5 7-5
    5-7x3 draw w-2 draw w-7 draw w-2 w-2 6-2 6-1 6-f w-f 6-5 6-1 draw w-f 2-f 6-2 4-6 2-4x10 draw redeal draw
    4-1x3 w-4 draw draw w-f w-6 4-f 5-6x3 5-3 5-f 2-f 4-2x8 3-f 5-3 draw redeal draw draw draw redeal 1-2x3 draw
    draw draw 2-1x3 7-6x3 redeal draw draw draw redeal 1-2x3 draw draw draw 6-7x3 redeal draw draw draw 7-6x3
    redeal 6-7x3 draw draw draw 2-1x3 redeal draw draw draw 7-6x3 redeal draw draw draw 6-7x3 redeal draw draw
    draw 1-2x3 redeal draw draw draw 7-6x3 redeal draw draw draw 2-1x3 redeal draw draw draw 1-2x3 redeal draw
    draw draw 2-1x3 redeal draw draw draw 6-7x3 redeal draw draw draw 1-2x3 redeal 4-3 draw w-4 w-4 draw draw
    redeal 6-5x3 draw w-6 7-6x5 7-6 7-f 7-5 3-f 2-f 2-f w-f draw w-2 w-f 3-f 2-f 3-f 2-f 2-f 1-2 6-f 2-f w-f 2-f
    6-f 6-f 1-f 1-f 2-f 5-f 5-f 7-f 6-f 2-f 6-f 2-f 6-f 2-f w-1 6-f 6-f 2-f 1-f 2-f draw 6-2 w-f 5-f 5-f 4-f 7-f
    2-f 5-f 4-f
"""
REPEATS = 20
"""Of the work in one run, so that a run is long against the clock's own cost."""


def played() -> list[History]:
    """The game after each event of its log."""
    game = History.start(dealt(deal_from_seed(number_seed(251))), RULESETS["turn-3"])
    history = [game]
    for word in LINE.split():
        game = game.play(parse_move(word))
        history.append(game)
    return history


def timed(runs: int, work: Callable[[], object]) -> list[float]:
    """CPU seconds that `work` took in each run, after one to warm up."""
    took = []
    for _ in range(runs + 1):
        start = time.process_time()
        for _ in range(REPEATS):
            work()
        took.append((time.process_time() - start) / REPEATS)
    return took[1:]


def say(what: str, seconds: list[float], unit: str, scale: float, goal: float) -> None:
    median, best = statistics.median(seconds) * scale, min(seconds) * scale
    print(f"{what:32} {median:7.2f} {unit} median {best:7.2f} {unit} best   (goal: at most {goal:g} {unit})")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.rules", description="Times the rules alone.")
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    history = played()
    rules, positions = history[0].rules, [game.position for game in history]

    def replay() -> None:
        game = history[0]
        for later in history[1:]:
            game = game.apply(later.event)

    def list_moves() -> None:
        for position in positions:
            legal_moves(position, rules)

    say(f"replay of {len(history) - 1} moves", timed(runs, replay), "ms", 1e3, 2)
    say("legal moves of one position", [took / len(positions) for took in timed(runs, list_moves)], "µs", 1e6, 60)


if __name__ == "__main__":
    main()
