"""The terminal client, as two people at two terminals use it."""

from __future__ import annotations

import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest

from accounts.problems import NotFound, SessionEnded
from games.client.table import Table
from games.client.words import NotUnderstoodError, understand
from games.klondike.deals import deal_from_seed
from games.klondike.history import History
from games.klondike.moves import parse_move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed
from games.klondike.sight import show_event, show_game, show_position
from games.messages import Auto, In, Leave, Move, Moved, Moves, Resume
from tests.live.lines import wandering
from tests.live.surroundings import GENEROUS, surroundings
from tests.service.process import TREE, environment, serving

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

    seated: ClassVar[list[Terminal]] = []

    def __init__(self, server: str, var: Path, *arguments: str) -> None:
        command = [sys.executable, "manage.py", "play", "--server", server, *arguments]
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
        self.seated.append(self)

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

    def ends(self) -> int:
        """The input ends; the exit code, once all that was typed is done."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._out.close()
        return self.process.wait(30)

    def quits(self) -> None:
        self.types("quit")
        assert self.process.wait(20) == 0
        self._out.close()


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    """Whoever still sits at a terminal when a test fails is sent away."""
    yield
    while Terminal.seated:
        process = Terminal.seated.pop().process
        process.kill()
        process.communicate()


def a_race(server: str, tmp_path: Path) -> tuple[Terminal, Terminal, str]:
    """Two seats taken, and the code."""
    ann = Terminal(server, tmp_path, "--race", "--rules", "turn-1")
    code = re.search(r"code ([A-Z]{6}): open", ann.shows(r"code [A-Z]{6}: open"))
    assert code is not None
    bob = Terminal(server, tmp_path, "--join", code[1])
    bob.shows("Type ready when you are")
    return ann, bob, code[1]


def start(*players: Terminal) -> None:
    for player in players:
        player.types("ready")
    for player in players:
        player.shows("stock 24")


def test_two_people_race_in_two_terminals(server: str, tmp_path: Path) -> None:
    ann, bob, _ = a_race(server, tmp_path)
    start(ann, bob)
    ann.types("draw")
    ann.shows("stock 23")
    bob.shows(r"Guest \w{4}: \d+ home, \d+ face down, 1 move\n")
    bob.types("9-9")
    bob.shows("✗ '9-9' is nothing that can be done here")
    bob.types("forfeit")
    screen = ann.shows("Type rematch")
    assert re.search(r"The race is over: all others have given up.\nRace .*: over\n  you: \d+ home, place 1\n", screen)
    assert "lost" not in screen
    assert re.search(r"you: 0 home, gave up, place 2\n", bob.shows("place 2"))
    assert screen.count(": over\n") == 1
    ann.quits()
    bob.quits()


def test_a_rematch_is_followed_by_who_had_a_seat(server: str, tmp_path: Path) -> None:
    ann, bob, _ = a_race(server, tmp_path)
    start(ann, bob)
    ann.types("draw")
    ann.shows("1 move")
    bob.types("forfeit")
    ann.shows("Type rematch")
    ann.types("rematch")
    bob.shows(r"(?s)Guest \w{4} opened a rematch.*Type ready when you are")
    bob.types("ready")
    for player in (ann, bob):
        player.shows(r"(?s)opened a rematch.*stock 24")
    bob.types("draw")
    ann.shows(r"(?s)opened a rematch.*21 face down, 1 move\n")
    ann.quits()
    bob.quits()


def test_a_race_is_watched_by_its_code_and_played_by_nobody_who_watches(server: str, tmp_path: Path) -> None:
    ann, bob, code = a_race(server, tmp_path)
    eve = Terminal(server, tmp_path, "--watch", code.lower())
    eve.shows("all seats are taken")
    start(ann, bob)
    eve.types("draw")
    eve.shows("✗ You only watch this race")
    ann.types("draw")
    eve.shows("21 face down, 1 move")
    for player in (ann, bob, eve):
        player.quits()


def test_a_challenge_is_begun_alone_and_left_before_one_begins(server: str, tmp_path: Path) -> None:
    ann = Terminal(server, tmp_path, "--challenge", "--rules", "turn-1")
    code = re.search(r"code ([A-Z]{6})", ann.shows("Type ready to begin"))
    assert code is not None
    start(ann)
    ann.shows("under way, a seat is free")
    bob = Terminal(server, tmp_path, "--join", code[1])
    bob.shows("Type ready to begin")
    bob.types("leave")
    bob.shows("under way, a seat is free")
    bob.types("ready")
    bob.shows("✗ You only watch this race")
    ann.quits()
    bob.quits()


def test_what_is_typed_too_early_waits_and_help_says_what_can_be_typed(server: str, tmp_path: Path) -> None:
    player = Terminal(server, tmp_path, "--rules", "turn-1")
    player.types("draw")
    screen = player.shows(r"stock 23[^~]*playing, 1 move\n")
    assert screen.count("A move says from where") == 1
    player.types("help")
    player.shows(r"(?s)A move says from where.*A move says from where")
    player.types("undo")
    player.shows(r"playing, 0 moves\n")
    player.types("hint")
    player.shows(r"Try \S+\.\n|Nothing that can be seen would help")
    player.quits()


def test_what_is_piped_in_is_played_line_by_line_to_its_end(server: str, tmp_path: Path) -> None:
    player = Terminal(server, tmp_path, "--rules", "turn-1")
    for line in ("draw", "draw", "draw draw w-9", "draw draw undo", "draw draw draw", "undo"):
        player.types(line)
    assert player.ends() == 0
    screen = player.screen()
    assert re.search(r"(?s)stock 23.*stock 22.*stock 19.*stock 20 .*playing, 4 moves\n$", screen), screen
    assert screen.count("✗") == 2
    assert "✗ 'w-9' is nothing" in screen


def test_what_came_too_quickly_for_the_server_is_sent_again(tmp_path: Path) -> None:
    limits = {**GENEROUS, "LIMIT_COMMANDS_PER_SECOND": "4"}
    with serving(tmp_path, **surroundings(), **limits) as (_, address):
        player = Terminal(address, tmp_path, "--rules", "turn-1")
        for _ in range(12):
            player.types("draw")
        assert player.ends() == 0
    assert player.screen().endswith("playing, 12 moves\n")


def test_a_move_that_is_refused_ends_its_line_and_says_why(server: str, tmp_path: Path) -> None:
    player = Terminal(server, tmp_path, "--rules", "turn-1")
    player.types("draw redeal draw")
    assert "✗ There is nothing to turn over" in player.shows(r"stock 23[^~]*✗")
    player.quits()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--game", "nowhere", "--token", "nonsense"), SessionEnded().detail),
        (("--join", "ABCDEF"), "No race has this code."),
        (("--watch", "ABCDEF"), "No race has this code."),
        (("--watch", "AB CD"), "No race has this code."),
        (("--watch", "nobodysrace1"), NotFound().detail),
        (("--game", "nowhere"), NotFound().detail),
    ],
)
def test_what_is_refused_ends_it_with_one_sentence(
    server: str, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    player = Terminal(server, tmp_path, *arguments)
    assert player.process.wait(30) == 1
    *_, last = player.screen().splitlines()
    assert last == f"CommandError: {sentence}"
    assert "Traceback" not in player.screen()


def test_an_address_where_something_else_answers_is_named(server: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)
        elsewhere = f"http://127.0.0.1:{listener.getsockname()[1]}"
        player = Terminal(elsewhere, tmp_path)
        with listener.accept()[0] as caller:
            caller.recv(65536)
            caller.sendall(b"-ERR unknown command\r\n")
            assert player.process.wait(30) == 1
    (line,) = player.screen().splitlines()
    assert line.startswith(f"CommandError: Nothing serves at {elsewhere} (what answers isn't the service")


def test_ctrl_c_ends_it_without_a_traceback(server: str, tmp_path: Path) -> None:
    player = Terminal(server, tmp_path)
    player.shows("playing, 0 moves")
    player.process.send_signal(signal.SIGINT)
    assert player.process.wait(30) == 130
    assert "Traceback" not in player.screen()


def test_the_address_may_end_in_a_slash(server: str, tmp_path: Path) -> None:
    player = Terminal(f"{server}/", tmp_path)
    player.shows("playing, 0 moves")
    player.quits()


def test_quit_is_heard_while_the_server_is_away(tmp_path: Path) -> None:
    with serving(tmp_path, **surroundings(), **GENEROUS) as (process, address):
        player = Terminal(address, tmp_path)
        player.shows("playing, 0 moves")
        process.kill()
        process.wait()
        player.shows("The connection is lost")
        player.types("draw")
        player.shows("It is sent as soon as the connection is back")
        player.quits()


@pytest.mark.parametrize(
    ("environ", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True)], ids=str
)
def test_a_terminal_has_colours_unless_one_wants_none(
    server: str, tmp_path: Path, environ: dict[str, str], coloured: bool
) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--server", server, "--rules", "turn-1"],
            cwd=TREE,
            env=environment(tmp_path, **environ),
            stdin=subprocess.PIPE,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        process.communicate(b"draw\n", 30)
        shown = b""
        with suppress(OSError):  # how a terminal says that nobody writes to it any more
            while more := screen.read(65536):
                shown += more
    assert "1 move" in shown.decode()
    assert (b"\x1b[2m" in shown) is coloured


@pytest.mark.parametrize("width", [28, 34, 60])
def test_a_table_fits_the_screen(width: int) -> None:
    game = History.start(dealt(deal_from_seed(number_seed(8))), RULESETS["turn-3"])
    table = Table(show_game(game.play(parse_move("draw")), 0))
    assert max(map(len, table.show(colour=False, width=width).splitlines())) <= width


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Draw", Move("game:g", "a", 7, "draw")),
        ("draw w-4", Moves("game:g", "a", 7, ["draw", "w-4"])),
        ("auto w", Auto("game:g", "a", 7, "w", 1)),
        ("auto 4 3", Auto("game:g", "a", 7, "4", 3)),
        ("resume", Resume("game:g", "a", 7)),
        ("leave", Leave("race:r", "a")),
    ],
)
def test_a_line_is_a_message(line: str, message: In) -> None:
    assert understand(line, "a", "race:r", "game:g", 7, playing=True) == message


@pytest.mark.parametrize(
    "line",
    ["auto", "auto 8", "auto 4 14", "auto w 1 1", "undo 3", "4-6 x3", "ready now", "é", "x" * 99, "draw " * 1001],
)
def test_what_means_nothing_is_not_sent(line: str) -> None:
    with pytest.raises(NotUnderstoodError):
        understand(line, "a", "race:r", "game:g", 7, playing=True)


def test_what_has_no_place_here_is_not_sent() -> None:
    with pytest.raises(NotUnderstoodError, match="begun"):
        understand("draw", "a", "race:r", None, 0, playing=True)
    with pytest.raises(NotUnderstoodError, match="game for one"):
        understand("ready", "a", None, "game:g", 1, playing=True)
