"""A second, slow reading of the rules: cards are strings, piles are lists, and every move that can be written is tried.

It shares nothing with `games.klondike`, so that the two can judge one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "CDHS"

NOTATION = (
    ["draw", "draw-f", "redeal", "w-f"]
    + [f"{pile}-{to}" for pile in "wcdhs" for to in range(1, 8)]
    + [f"{at}-f" for at in range(1, 8)]
    + [f"{at}-{to}" for at in range(1, 8) for to in range(1, 8) if at != to]
    + [f"{at}-{to}x{n}" for at in range(1, 8) for to in range(1, 8) if at != to for n in range(2, 14)]
)


@dataclass
class Table:
    """What a ruleset allows, as far as a single move goes."""

    draw: int
    passes: int | None
    worrying_back: bool
    direct: bool


@dataclass
class Board:
    """`hidden[i]` cards of column i, its deepest, lie face down. The stock's first card is drawn first."""

    stock: list[str]
    columns: list[list[str]]
    hidden: list[int]
    waste: list[str] = field(default_factory=list)
    homes: dict[str, list[str]] = field(default_factory=lambda: {suit: [] for suit in SUITS})
    passes: int = 1

    def moves(self, table: Table) -> Iterator[tuple[str, Board]]:
        """Every move this board takes, each with the board it leads to."""
        for text in NOTATION:
            if (board := self.play(text, table)) is not None:
                yield text, board

    def play(self, text: str, table: Table) -> Board | None:
        """The board after a move in notation; None where the rules refuse it."""
        homes = {suit: cards[:] for suit, cards in self.homes.items()}
        columns = [column[:] for column in self.columns]
        board = Board(self.stock[:], columns, self.hidden[:], self.waste[:], homes, self.passes)
        return board if board._try(text, table) else None

    def diagram(self) -> str:
        """The board as `diagram.write` draws it."""
        piles = [("stock", self.stock), ("waste", self.waste)]
        piles.append(("foundations", [home[-1] for home in self.homes.values() if home]))
        for number, (column, hidden) in enumerate(zip(self.columns, self.hidden, strict=True), 1):
            covered = [card[0] + card[1].lower() for card in column[:hidden]]
            piles.append((str(number), covered + column[hidden:]))
        lines = [f"{name}: {' '.join(cards)}" for name, cards in piles if cards]
        return "\n".join(lines + [f"pass: {self.passes}"] * (self.passes > 1))

    def _try(self, text: str, table: Table) -> bool:
        if text == "draw":
            return self._draw(table.draw)
        if text == "draw-f":
            if not table.direct or not self._draw(1):
                return False
            if self._go_home([self.waste[-1]]):
                self.waste.pop()
            return True
        if text == "redeal":
            return self._redeal(table)
        source, _, rest = text.partition("-")
        target, _, number = rest.partition("x")
        count = int(number or 1)
        cards = self._take(source, count, table)
        if cards is None:
            return False
        return self._go_home(cards) if target == "f" else self._build(cards, int(target) - 1)

    def _draw(self, count: int) -> bool:
        if not self.stock:
            return False
        for _ in range(count):
            if self.stock:
                self.waste.append(self.stock.pop(0))
        return True

    def _redeal(self, table: Table) -> bool:
        if self.stock or not self.waste or (table.passes is not None and self.passes >= table.passes):
            return False
        self.stock, self.waste, self.passes = self.waste, [], self.passes + 1
        return True

    def _take(self, source: str, count: int, table: Table) -> list[str] | None:
        if source == "w":
            return [self.waste.pop()] if self.waste else None
        if source.upper() in self.homes:
            home = self.homes[source.upper()]
            return [home.pop()] if home and table.worrying_back else None
        at = int(source) - 1
        column = self.columns[at]
        if len(column) - self.hidden[at] < count:
            return None
        cards = column[-count:]
        del column[-count:]
        if column and self.hidden[at] == len(column):
            self.hidden[at] -= 1
        return cards

    def _go_home(self, cards: list[str]) -> bool:
        (card,) = cards
        home = self.homes[card[1]]
        if RANKS.index(card[0]) != len(home):
            return False
        home.append(card)
        return True

    def _build(self, cards: list[str], at: int) -> bool:
        column, card = self.columns[at], cards[0]
        if column:
            onto = column[-1]
            next_rank = RANKS.index(onto[0]) == RANKS.index(card[0]) + 1
            other_colour = (onto[1] in "DH") != (card[1] in "DH")
            if not (next_rank and other_colour):
                return False
        elif card[0] != "K":
            return False
        column.extend(cards)
        return True


def deal(cards: list[str]) -> Board:
    """Row by row: one card to each column, then to each but the first, and so on; the rest is the stock."""
    columns: list[list[str]] = [[] for _ in range(7)]
    rest = list(cards)
    for row in range(7):
        for column in columns[row:]:
            column.append(rest.pop(0))
    return Board(rest, columns, [len(column) - 1 for column in columns])
