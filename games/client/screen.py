"""What a player sees of a race and a table."""

from __future__ import annotations

import shutil
from typing import Any

from games.client.table import Table
from games.messages import Presence

Shown = dict[str, Any]

STATUSES = {
    "open": "open, a seat is free",
    "ready": "all seats are taken",
    "countdown": "about to start",
    "running": "under way",
    "finished": "over",
    "void": "over, and counts for nobody",
}
REASONS = {
    "won": "all cards are home",
    "last_left": "all others have given up",
    "stopped": "all have stopped",
    "limit": "time is up",
    "window": "time is up",
    "unstarted": "it never started",
    "left": "it was left before the start",
    "nobody_moved": "nobody made a move",
}
OUTCOMES = {"won": "won", "forfeited": "gave up", "absent": "was claimed"}
UNSTARTED = ("open", "ready")
TOLD_OTHERWISE = ("countdown", "finished", "void")
"""By a message of their own, beside the one with the race."""


class Screen:
    """It prints what changed, once. `me` is the player's id."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self.me = ""
        self.seated = True
        self.race_over = False
        self._names: dict[str, str] = {}
        self._last = ""

    def name(self, player: str) -> str:
        return "you" if player == self.me else self._names.get(player, player)

    def show_table(self, table: Table, *, in_race: bool) -> None:
        shown = table.show(colour=self.colour, width=shutil.get_terminal_size().columns)
        # In a race a game that isn't won is lost, whoever came first.
        status = "over" if in_race and table.status in ("lost", "void") else table.status
        print(f"\n{shown}\n{clock(table.clock['elapsed_ms'])}, {status}, {number_of(table.moves, 'move')}")

    def hear_of(self, race: Shown, *, playing: bool) -> None:
        """As `show_race`, but for what another message tells."""
        if race["status"] not in TOLD_OTHERWISE:
            self.show_race(race, playing=playing)

    def show_race(self, race: Shown, *, playing: bool) -> None:
        """All there is to know, and what to type next, where that is other than last time."""
        mine = None
        for player in race["players"]:
            self._names[player["id"]] = player["name"]
            mine = player if player["id"] == self.me and not player["ghost"] else mine
        status = race["status"]
        self.seated, self.race_over = mine is not None, status in ("finished", "void")
        code = f", code {race['code']}" if race["code"] else ""
        free = ", a seat is free" if status == "running" and len(race["players"]) < race["seats"] else ""
        lines = [f"Race {race['id']} ({race['rules']['name']}){code}: {STATUSES.get(status, status)}{free}"]
        lines += [self._player(player, race) for player in race["players"]]
        if self.race_over and mine:
            lines.append("Type rematch for another one, or quit.")
        elif mine and not mine["ready"] and not playing:
            lines.append("Type ready to begin." if race["start"] == "own" else "Type ready when you are.")
        shown = "\n".join(lines)
        if shown != self._last:
            print(shown)
        self._last = shown

    def show_presence(self, presence: Presence) -> None:
        if presence.connected:
            told = "here"
        elif presence.back_in_ms is None:
            told = "gone"
        else:
            told = f"gone; to be claimed in {presence.back_in_ms / 1000:.0f} s"
        print(f"  {self.name(presence.player)}: {told}")

    def show_end(self, reason: str, race: Shown) -> None:
        print(f"The race is over: {REASONS.get(reason, reason)}.")
        self.show_race(race, playing=True)

    def show_rematch(self, player: str | None, race: str) -> None:
        who = self.name(player) if player else "somebody"
        print(f"{who[:1].upper()}{who[1:]} opened a rematch, race {race}.")

    def _player(self, player: Shown, race: Shown) -> str:
        marks = []
        if race["status"] in UNSTARTED or (race["start"] == "own" and player["ready"] is False):
            marks.append("ready" if player["ready"] else "not ready")
        else:
            marks.append(f"{player['home']} home")
        if player["outcome"]:
            marks += [OUTCOMES[player["outcome"]]] if player["outcome"] in OUTCOMES else []
        elif not player["connected"] and not player["ghost"] and not self.race_over and player["id"] != self.me:
            marks.append("away")
        if player["place"]:
            marks.append(f"place {player['place']}")
        name = f"{player['name']}'s ghost" if player["ghost"] else self.name(player["id"])
        return f"  {name}: {', '.join(marks)}"


def clock(elapsed_ms: int) -> str:
    """As in "1:02:03" or "0:48"."""
    minutes, seconds = divmod(elapsed_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def number_of(many: int, what: str) -> str:
    """As in "1 move", "2 moves"."""
    return f"{many} {what}" if many == 1 else f"{many} {what}s"
