"""The terminal client, as two people at two terminals use it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from accounts.problems import SessionEnded
from games.client.table import Table
from games.klondike.deals import deal_from_seed
from games.klondike.history import History
from games.klondike.moves import parse_move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed
from games.klondike.sight import show_event, show_game, show_position
from games.messages import Moved
from tests.live.lines import wandering
from tests.live.server import Server
from tests.service.process import TREE, environment

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("ruleset", ["turn-1", "turn-3", "google-easy"])
def test_a_client_that_takes_in_events_has_the_position_of_the_server(ruleset: str) -> None:
    game = History.start(dealt(deal_from_seed(number_seed(8))), RULESETS[ruleset])
    table = Table(show_game(game, 0))
    for move in wandering(400, 3, ruleset=ruleset):
        after = game.play(parse_move(move))
        event = show_event(after.event, game)
        table.take(Moved("game:x", game.version, after.version, [event], 0, 0, {}, {}, after.status, False))
        game = after
        seen = {
            "stock": table.stock,
            "waste": table.waste,
            "foundations": table.foundations,
            "columns": table.columns,
        }
        assert seen == show_position(game.position)


class Terminal:
    """Somebody at a keyboard."""

    def __init__(self, server: Server, var: Path, *arguments: str) -> None:
        command = [sys.executable, "-u", "manage.py", "play", "--server", server.address, *arguments]
        self._out = (var / f"terminal{time.monotonic_ns()}").open("w+")
        self.process = subprocess.Popen(
            command,
            cwd=TREE,
            env=environment(var),
            stdin=subprocess.PIPE,
            stdout=self._out,
            stderr=self._out,
            text=True,
        )

    def types(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def screen(self) -> str:
        return Path(self._out.name).read_text()

    def shows(self, wanted: str) -> str:
        """What stands on the screen once it shows this."""
        until = time.monotonic() + 30
        while True:
            screen = self.screen()
            if re.search(wanted, screen):
                return screen
            assert time.monotonic() < until, screen
            assert self.process.poll() is None, screen
            time.sleep(0.05)

    def quits(self) -> None:
        self.types("quit")
        assert self.process.wait(20) == 0
        self._out.close()


def test_two_people_race_in_two_terminals(server: Server, tmp_path: Path) -> None:
    ann = Terminal(server, tmp_path, "--race", "--rules", "turn-1")
    screen = ann.shows(r"code [A-Z]{6}: open")
    code = re.search(r"code ([A-Z]{6})", screen)
    assert code is not None
    bob = Terminal(server, tmp_path, "--join", code[1])
    bob.shows("ready")
    ann.types("ready")
    bob.types("ready")
    for player in (ann, bob):
        player.shows("stock 24")
    ann.types("draw")
    ann.shows("stock 23")
    bob.shows(r"Guest \w{4}: \d+ home, \d+ face down, 1 move\n")
    bob.types("7-7")
    bob.shows("✗")
    bob.types("forfeit")
    ann.shows("The race is over: last left")
    bob.shows("place 2")
    ann.quits()
    bob.quits()


def test_what_is_typed_too_early_waits_and_help_says_what_can_be_typed(server: Server, tmp_path: Path) -> None:
    player = Terminal(server, tmp_path, "--rules", "turn-1")
    player.types("draw")
    screen = player.shows(r"stock 23[^~]*playing, 1 move\n")
    assert screen.count("A move says from where") == 1
    player.types("help")
    player.shows(r"(?s)A move says from where.*A move says from where")
    player.types("undo")
    player.shows(r"playing, 0 moves\n")
    player.quits()


def test_a_token_that_is_refused_ends_it_with_one_sentence(server: Server, tmp_path: Path) -> None:
    player = Terminal(server, tmp_path, "--game", "nowhere", "--token", "nonsense")
    assert player.process.wait(30) == 1
    *_, last = player.screen().splitlines()
    assert last == f"CommandError: {SessionEnded().detail}"
    assert "Traceback" not in player.screen()
