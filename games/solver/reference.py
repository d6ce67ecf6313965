"""A slow and plain second solver: every position that can be reached on the table, by the rules engine alone.

It prunes nothing and abstracts nothing, so it only copes with small decks; it is there to judge the kernel. A reduced
deck is a position in which cards of low ranks are home for good (`lowest` is the lowest rank in the deck), or in which
cards of high ranks are absent. Either way a game is won when every card of the deck is home.

    python -m games.solver.reference [--deals 1000] [--seed 1] [--most 20000]

compares the kernel with it on random small decks of many shapes under random rules, with all prunings and with each
turned off in turn. Prints what it found, and fails on the first disagreement.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import NamedTuple

import klondike_kernel as kernel

from games.klondike.cards import DECK
from games.klondike.legality import legal_moves
from games.klondike.moves import Kind
from games.klondike.position import Column, Position
from games.klondike.rules import CUSTOM, Rules
from games.solver.search import solve

MOST = 20_000


class Shape(NamedTuple):
    """A small deck: its ranks, and columns of 1, 2, 3 … cards; the other cards are the stock."""

    lowest: int
    highest: int
    columns: int


SHAPES = (
    *(Shape(10, 13, 3), Shape(10, 13, 4), Shape(9, 13, 3), Shape(9, 13, 4), Shape(9, 13, 5)),
    *(Shape(8, 13, 4), Shape(8, 13, 5), Shape(1, 4, 3), Shape(1, 4, 4), Shape(1, 5, 4), Shape(1, 5, 5)),
)


def winnable(start: Position, rules: Rules, *, lowest: int = 1, most: int = MOST) -> bool | None:
    """Whether any line of play wins; None when there are more positions than `most`, told apart by their cards."""
    open_, seen = [start], {_same(start, rules)}
    while open_:
        position = open_.pop()
        if not position.stock and not position.waste and not any(column.up for column in position.columns):
            return True
        if len(seen) > most:
            return None
        for move in legal_moves(position, rules):
            if move.kind is Kind.WORRY_BACK and position.foundations[move.source] < lowest:
                continue
            after = position.after(move, rules)
            same = _same(after, rules)
            if same not in seen:
                seen.add(same)
                open_.append(after)
    return False


def _same(position: Position, rules: Rules) -> Position:
    """Columns may stand in any order, and passes count only where they are limited."""
    columns = tuple(sorted(position.columns, key=_sort_key))
    pass_number = position.pass_number if rules.passes else 1
    return position._replace(columns=columns, pass_number=pass_number)


def _sort_key(column: Column) -> list[int]:
    return [card.index for cards in column for card in cards]


def small_deal(shape: Shape, random: Random) -> Position:
    """A random deal of a small deck."""
    cards = [card for card in DECK if shape.lowest <= card.rank <= shape.highest]
    random.shuffle(cards)
    columns = []
    for height in range(1, shape.columns + 1):
        column, cards = cards[:height], cards[height:]
        columns.append(Column(tuple(column[:-1]), tuple(column[-1:])))
    home = shape.lowest - 1
    return Position(tuple(cards), (), (home, home, home, home), tuple(columns), 1)


def random_rules(random: Random) -> Rules:
    """Rules of every kind the solver tells apart."""
    return Rules(
        CUSTOM,
        draw=random.choice((1, 1, 2, 3, 5)),
        passes=random.choice((None, None, 1, 2, 3)),
        worrying_back=random.random() < 0.5,
    )


def wander(position: Position, rules: Rules, moves: int, random: Random, *, lowest: int = 1) -> Position:
    """A position some random moves on, fewer where there are no more."""
    for _ in range(moves):
        legal = [
            move
            for move in legal_moves(position, rules)
            if move.kind is not Kind.WORRY_BACK or position.foundations[move.source] >= lowest
        ]
        if not legal:
            break
        position = position.after(random.choice(legal), rules)
    return position


def disagreement(position: Position, rules: Rules, truth: bool, *, lowest: int) -> str | None:
    """Which way of asking the kernel gives another word than the reference, if any. Its wins are replayed by the way.

    The oracles are asked from the first class on: a small deck would be solved before they are.
    """
    word = "winnable" if truth else "unwinnable"
    for without in [(), *[(pruning,) for pruning in kernel.PRUNINGS], tuple(kernel.PRUNINGS)]:
        asked = tuple({*without, "head_start"})
        found = solve(position, rules, without=asked, lowest=lowest).word
        if found != word:
            return f"{word}, but {found} without {without}: {position.text} {rules}"
    return None


def main() -> None:
    """The long run of the comparison."""
    parser = argparse.ArgumentParser(prog="games.solver.reference")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST)
    chosen = parser.parse_args()
    random = Random(chosen.seed)
    found: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for _ in range(chosen.deals):
        shape, rules = random.choice(SHAPES), random_rules(random)
        moves = random.choice((0, 0, 5, 10))
        position = wander(small_deal(shape, random), rules, moves, random, lowest=shape.lowest)
        truth = winnable(position, rules, lowest=shape.lowest, most=chosen.most)
        found[truth] += 1
        if truth is not None and (wrong := disagreement(position, rules, truth, lowest=shape.lowest)):
            raise SystemExit(wrong)
    print(f"{found[True]} winnable, {found[False]} unwinnable, {found[None]} too large; no disagreement")


if __name__ == "__main__":
    main()
