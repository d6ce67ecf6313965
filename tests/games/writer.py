"""Another process that writes logs: `python -m tests.games.writer NAME ROUNDS GAME…`.

It says `ready`, waits for a line, appends a batch of all the games for each round, and says how many entries it lost.
"""

from __future__ import annotations

import sys

import django


def main(name: str, rounds: int, games: list[int]) -> None:
    django.setup()
    from games import journal
    from games.journal import Entry
    from tests.games.logs import lines

    journal.append([])
    print("ready", flush=True)
    sys.stdin.readline()
    lost = 0
    for number in range(1, rounds + 1):
        lost += len(journal.append([Entry(game, lines(number), name) for game in games]))
    print(lost)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), [int(game) for game in sys.argv[3:]])
