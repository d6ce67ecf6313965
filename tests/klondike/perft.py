"""How many lines of legal moves there are at each depth, counted by two programs that share nothing.

`python -m tests.klondike.perft` counts every line of data/perft.json anew with both and writes the figures.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

from games.klondike.deals import Deal, deal_from_seed
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.position import Position, dealt
from games.klondike.rules import Rules, read_rules
from games.klondike.shuffle import number_seed
from tests.klondike import board
from tests.klondike.tables import play

FILE = Path(__file__).parent / "data" / "perft.json"


class Entry(TypedDict):
    """`counts` are the lines of 1, 2, … moves that go on from `line`, played from the deal of that number."""

    deal: int
    rules: str | dict[str, object]
    line: str
    counts: list[int]


def entries() -> list[Entry]:
    found: list[Entry] = json.loads(FILE.read_text())
    return found


def by_legality(entry: Entry, depth: int) -> int:
    rules = read_rules(entry["rules"])
    return _count(_after(entry, rules), rules, depth)


def by_board(entry: Entry, depth: int) -> int:
    rules = read_rules(entry["rules"])
    table = board.Table(rules.draw, rules.passes, rules.worrying_back, rules.direct_from_stock)
    here = board.deal([card.text for card in _deal(entry).cards])
    for word in entry["line"].split():
        following = here.play(word, table)
        assert following is not None, f"{word} is no move of this line"
        here = following
    return _count_boards(here, table, depth)


def _deal(entry: Entry) -> Deal:
    return deal_from_seed(number_seed(entry["deal"]))


def _after(entry: Entry, rules: Rules) -> Position:
    return play(History.start(dealt(_deal(entry)), rules), entry["line"]).position


def _count(position: Position, rules: Rules, depth: int) -> int:
    moves = legal_moves(position, rules)
    if depth == 1:
        return len(moves)
    return sum(_count(position.after(move, rules), rules, depth - 1) for move in moves)


def _count_boards(here: board.Board, table: board.Table, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_count_boards(following, table, depth - 1) for _, following in here.moves(table))


def main() -> None:
    kept = entries()
    for entry in kept:
        entry["counts"] = []
        while len(entry["counts"]) < 4 or (len(entry["counts"]) < 6 and entry["counts"][-1] < 8_000):
            entry["counts"].append(by_legality(entry, len(entry["counts"]) + 1))
        second = [by_board(entry, depth) for depth in range(1, len(entry["counts"]) + 1)]
        print(entry["deal"], entry["rules"], entry["counts"], "agreed" if second == entry["counts"] else second)
    FILE.write_text("[\n" + ",\n".join(f" {json.dumps(entry)}" for entry in kept) + "\n]\n")


if __name__ == "__main__":
    main()
