"""Keeps processes running: one that ends is started again; one that ends as soon as it started takes the rest down
with it, since starting it again would not help."""

import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

STARTING_S = 5
STOPPING_S = 20

Process = subprocess.Popen[bytes]


def keep(wanted: Mapping[str, list[str]], *, alike: bool = False, **how: Any) -> int:
    """Runs these commands until one fails at its start, whose exit code it returns; `how` goes to `Popen`.

    Then, and when it is interrupted, all are stopped: in the order of their names here, or at once if they are `alike`.
    """
    processes: dict[str, tuple[Process, float]] = {}
    try:
        while True:
            for name, command in wanted.items():
                if name in processes:
                    process, since = processes[name]
                    if process.poll() is None:
                        continue
                    print(f"{name} ended with code {process.returncode}", file=sys.stderr)
                    if time.monotonic() - since < STARTING_S:
                        return process.returncode or 1
                # A session of its own: Ctrl-C reaches the supervisor alone, which stops the rest in order.
                processes[name] = subprocess.Popen(command, start_new_session=True, **how), time.monotonic()
            time.sleep(0.2)
    finally:
        running = [process for process, _ in processes.values()]
        if alike:
            for process in running:
                process.terminate()
        for process in running:
            stop(process)


def stop(process: Process) -> None:
    """Asks it to end, and sees to it that it does."""
    process.terminate()
    try:
        process.wait(STOPPING_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
