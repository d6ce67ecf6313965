"""Lays the table: races of two that have just started, all on one open deal, and a line of play that fits it."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import django
from django.db import transaction

django.setup()

from accounts.actions.sessions import open_session  # noqa: E402
from accounts.models import Player  # noqa: E402
from games.actions.deals import numbered_deal  # noqa: E402
from games.actions.races.opening import Terms, open_race  # noqa: E402
from games.actions.races.starting import start  # noqa: E402
from games.klondike.history import History  # noqa: E402
from games.klondike.legality import legal_moves  # noqa: E402
from games.klondike.position import dealt  # noqa: E402
from games.klondike.rules import RULESETS  # noqa: E402
from games.models.race import Status  # noqa: E402

DEAL = "11"
RULES = RULESETS["turn-1"]


def line(length: int) -> list[str]:
    """Moves of all kinds that can follow one another, and never win."""
    chance = random.Random(DEAL)
    game = History.start(dealt(numbered_deal(DEAL).layout), RULES)
    moves: list[str] = []
    while len(moves) < length:
        game = game.play(chance.choice(legal_moves(game.position, RULES)))
        assert not game.over, "another number is needed"
        moves.append(game.event.detail or "")
    return moves


def lay(matches: int, length: int, path: Path) -> None:
    """Writes what the driver needs to `path`."""
    deal = numbered_deal(DEAL)
    seats = []
    for _ in range(matches):
        with transaction.atomic():
            players = [Player.objects.create() for _ in range(2)]
            held = open_race(Terms(RULES, time_limit_s=36_000), deal, *players)
            held.race.status, held.race.starts_at = Status.COUNTDOWN, held.now
            start(held)
            held.save()
        for entry in held.entries:
            token = open_session(entry.player, "bench").session_key
            seats.append({"token": token, "race": held.race.public_id, "game": entry.game and entry.game.public_id})
    path.write_text(json.dumps({"seats": seats, "moves": line(length)}))


if __name__ == "__main__":
    lay(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
