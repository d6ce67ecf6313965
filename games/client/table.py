"""A game as a client keeps it: from the server's view, and then event by event."""

from __future__ import annotations

from typing import Any

from games.klondike.moves import Kind, parse_move

Shown = dict[str, Any]

RANKS = "A23456789TJQK"
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RED, _PLAIN, _DIM = "\x1b[31m", "\x1b[0m", "\x1b[2m"


class Table:
    """What lies where, as far as the player may know. `seq` is the number of the last event it has taken in."""

    def __init__(self, game: Shown) -> None:
        self.seq: int = game["version"]
        self.status: str = game["status"]
        self.draw: int = game["rules"]["draw"]
        self.moves: int = game["moves"]
        self.clock: Shown = game["clock"]
        self._lay(game["position"])

    def take(self, moved: Any) -> None:
        """Takes in a `moved` message; one that is known already changes nothing."""
        if moved.seq <= self.seq:
            return
        for event in moved.events:
            if event["number"] > self.seq and event["type"] == "move":
                self._move(event)
        if moved.position:
            self._lay(moved.position)
        self.seq, self.status, self.moves, self.clock = moved.seq, moved.status, moved.moves, moved.clock

    def show(self, *, colour: bool = True, width: int = 80) -> str:
        """The table in letters, red cards in red, closer together where the screen is narrow."""
        gap = "  " if width >= 33 else " "

        def face(card: str) -> str:
            text = ("10" if card[0] == "T" else card[0]).rjust(2) + SUITS[card[1]]
            return f"{_RED}{text}{_PLAIN}" if colour and card[1] in "DH" else text

        hidden = f"{_DIM} ░░{_PLAIN}" if colour else " ░░"
        tops = [face(card) if card else f"  {SUITS[suit]}" for suit, card in self.foundations.items()]
        waste = " ".join(face(card) for card in self.waste[-3:]) or "  ·"
        heads = [f"stock {self.stock:>2}   waste {waste}", f"home {' '.join(tops)}"]
        lines = ["   ".join(heads)] if width >= 50 else heads
        lines += ["", gap.join(f"{number:>3}" for number in range(1, 8))]
        depth = max(column["down"] + len(column["up"]) for column in self.columns)
        for row in range(depth):
            cells = []
            for column in self.columns:
                up = row - column["down"]
                cells.append(hidden if up < 0 else face(column["up"][up]) if up < len(column["up"]) else "   ")
            lines.append(gap.join(cells).rstrip())
        return "\n".join(lines)

    def _lay(self, position: Shown) -> None:
        self.stock: int = position["stock"]
        self.waste: list[str] = list(position["waste"])
        self.foundations: dict[str, str | None] = dict(position["foundations"])
        self.columns: list[Shown] = [{"down": pile["down"], "up": list(pile["up"])} for pile in position["columns"]]

    def _move(self, event: Shown) -> None:
        move = parse_move(event["move"])
        kind, drawn = move.kind, event["drawn"]
        if kind is Kind.DRAW:
            self.stock -= len(drawn)
            self.waste += drawn
        elif kind is Kind.DRAW_DIRECT:
            self.stock -= 1
            self._home(drawn[0])
        elif kind is Kind.REDEAL:
            self.stock, self.waste = len(self.waste), []
        elif kind is Kind.WASTE_UP:
            self._home(self.waste.pop())
        elif kind is Kind.WASTE_DOWN:
            self.columns[move.target]["up"].append(self.waste.pop())
        elif kind is Kind.WORRY_BACK:
            suit = "CDHS"[move.source]
            card = self.foundations[suit]
            assert card is not None, "the server has judged it"
            self.foundations[suit] = RANKS[RANKS.index(card[0]) - 1] + suit if card[0] != "A" else None
            self.columns[move.target]["up"].append(card)
        else:
            up = self.columns[move.source]["up"]
            run = up[-move.count :]
            del up[-move.count :]
            if kind is Kind.RUN:
                self.columns[move.target]["up"] += run
            else:
                self._home(run[0])
            if event["turned_up"]:
                self.columns[move.source]["down"] -= 1
                up += event["turned_up"]

    def _home(self, card: str) -> None:
        """To its foundation, or to the waste where the rules send a card there that doesn't go home."""
        top = self.foundations[card[1]]
        if RANKS.index(card[0]) == (RANKS.index(top[0]) + 1 if top else 0):
            self.foundations[card[1]] = card
        else:
            self.waste.append(card)
