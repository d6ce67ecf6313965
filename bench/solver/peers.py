"""Other solvers on the same deals: a rival program named by its path, and pyksolve where it is installed."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.solver.figures import Run
from games.klondike.deals import Deal
from games.klondike.interchange import write_deal
from games.klondike.rules import Rules

_WORDS = {"1": "winnable", "0": "unwinnable", "-1": "undecided"}
PYKSOLVE_STATES = 1_000_000
"""Where it gives up: some five seconds. It has no limit of time, and would take hours over a lost deal."""
_ROW = re.compile(r"^\d+ (-?\d) cpu=([\d.]+)", re.MULTILINE)


def build(source: Path, folder: Path) -> Path:
    """The rival's program, built from the folder of its `main.cpp`, with everything this machine can do."""
    compiler = shutil.which("g++") or "c++"
    program = folder / "rival"
    command = [compiler, "-std=c++17", "-O3", "-march=native", "-w", str(source / "main.cpp"), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def rival(program: Path, deals: Sequence[Deal], rules: Rules, limit_ms: float) -> tuple[list[Run], float]:
    """Runs and megabytes of the rival, which takes its best options for the rules on its command line."""
    options = ["-K", str(rules.draw), "-os", "200", "-cpu", str(limit_ms / 1000)]
    if rules.draw == 1 and rules.passes is None:
        options += ["-g0", "6"]
    else:
        options += ["-orc", "-ob", "1000000", "-g0", "7"]
    if rules.passes:
        options += ["-P", str(rules.passes)]
    if not rules.worrying_back:
        options.append("-nowb")
    with TemporaryDirectory() as folder:
        file = Path(folder, "deals.txt")
        file.write_text("".join(f"{deal.text}\n" for deal in deals), encoding="ascii")
        done = subprocess.run([program, *options, "-file", file], check=True, capture_output=True, text=True)
    runs = [Run(_WORDS[word], 1000 * float(seconds)) for word, seconds in _ROW.findall(done.stdout)]
    memory = re.search(r"maxrss (\d+) MB", done.stderr)
    return runs, float(memory[1]) if memory else 0.0


def pyksolve(deals: Sequence[Deal], rules: Rules) -> list[Run] | None:
    """pyksolve's runs; None where it isn't installed or the rules aren't its own (no pass limit, worrying back)."""
    if rules.passes is not None or not rules.worrying_back:
        return None
    try:
        solver = importlib.import_module("pyksolve.solver")
    except ImportError:
        return None
    runs = []
    for deal in deals:
        began = time.thread_time()
        game = solver.Solitaire()
        game.load_solitaire(write_deal(deal, "digits"))
        game.draw_count = rules.draw
        game.reset_game()
        found = game.solve_fast(max_closed_count=PYKSOLVE_STATES).name
        word = "winnable" if found.startswith("Solved") else "unwinnable" if found == "Impossible" else "undecided"
        runs.append(Run(word, 1000 * (time.thread_time() - began)))
    return runs
