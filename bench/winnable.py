"""`POST games/{id}/winnable` after five random moves: how long a player waits for the solver's word.

    python -m bench.winnable [--games 200] [--rules turn-3]

The server is what `make up` runs, on SQLite with its worker; games are numbered deals, the moves drawn with a fixed
seed. Prints the milliseconds until the answer is there, its durable mark included, beside the goal: p95 of 30 ms.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from bench.http import Server, serving
from games.klondike.deals import deal_from_seed
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.position import dealt
from games.klondike.rules import RULESETS, Rules
from games.klondike.shuffle import number_seed

MOVES = 5
GOAL_MS = 30


def wander(number: int, rules: Rules) -> list[str]:
    """Five random moves from the deal of a number."""
    random, game = Random(number), History.start(dealt(deal_from_seed(number_seed(number))), rules)
    moves = []
    for _ in range(MOVES):
        move = random.choice(legal_moves(game.position, rules))
        game = game.play(move)
        moves.append(move.text)
    return moves


def ask(server: Server, token: str, number: int, rules: Rules) -> tuple[float, str]:
    """The wait in ms, and the word."""
    deal = {"kind": "number", "number": str(number)}
    game = server.post("games", {"rules": rules.name, "deal": deal}, token)
    played = server.post(
        f"games/{game['id']}/moves", {"moves": wander(number, rules), "after": game["version"], "id": "moves"}, token
    )
    began = time.perf_counter()
    told = server.post(f"games/{game['id']}/winnable", {"after": played["version"], "id": "winnable"}, token)
    return 1000 * (time.perf_counter() - began), str(told["verdict"])


def main() -> None:
    arguments = argparse.ArgumentParser(prog="bench.winnable", description=__doc__)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--rules", choices=RULESETS, default="turn-3")
    chosen = arguments.parse_args()
    rules = RULESETS[chosen.rules]
    with TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/bench.sqlite3", Path(folder)) as server:
        token = str(server.post("accounts/guest", {})["token"])
        answers = [ask(server, token, number, rules) for number in range(chosen.games)]
    waits = sorted(wait for wait, _ in answers)
    p95 = quantiles(waits, n=20)[-1]
    print(f"{rules.name}, {len(waits)} games: {dict(Counter(word for _, word in answers))}")
    print(f"median {median(waits):.1f} ms, p95 {p95:.1f} ms (goal {GOAL_MS}), most {waits[-1]:.1f} ms")


if __name__ == "__main__":
    main()
