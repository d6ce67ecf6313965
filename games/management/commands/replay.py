"""`manage.py replay GAME [--verify] [--reveal]` draws a game; `manage.py replay --all --verify` proves every game."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.actions.audit import first_difference
from games.actions.drawing import draw
from games.models import Game


class Command(BaseCommand):
    help = (
        "Draws a game from its log, and proves with --verify that every event was legal and that its row, its deal "
        "and its result say what the log says. Cards of a closed deal that the player hasn't seen are drawn ??."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="the id of a game, as players see it")
        parser.add_argument("--verify", action="store_true", help="exit with an error that names the first difference")
        parser.add_argument("--reveal", action="store_true", help="draw all cards, though the deal is still closed")
        parser.add_argument("--all", action="store_true", help="with --verify: every game there is, without diagrams")

    def handle(self, *, game: str | None, verify: bool, reveal: bool, all: bool, **options: object) -> None:
        if all and verify and not game:
            self._verify_all()
        elif game and not all:
            self._draw(game, verify=verify, reveal=reveal)
        else:
            raise CommandError("Name a game, or ask for --all --verify.")

    def _draw(self, public_id: str, *, verify: bool, reveal: bool) -> None:
        game = Game.objects.select_related("deal", "player").filter(public_id=public_id).first()
        if game is None:
            raise CommandError(f"There is no game {public_id}.")
        difference = first_difference(game) if verify else None
        self.stdout.write(f"game {public_id} · {game.ruleset} · {game.origin} · {game.player}")
        for title, diagram in draw(game, reveal=reveal):
            self.stdout.write(f"\n{title}\n{diagram}")
        if difference:
            raise CommandError(f"game {public_id}: {difference}")
        if verify:
            self.stdout.write("\nverified")

    def _verify_all(self) -> None:
        wrong = total = 0
        for game in Game.objects.select_related("deal").order_by("pk").iterator(chunk_size=500):
            total += 1
            if difference := first_difference(game):
                wrong += 1
                self.stdout.write(f"game {game.public_id}: {difference}")
        if wrong:
            raise CommandError(f"{wrong} of {total} games differ from their logs.")
        self.stdout.write(f"{total} games verified")
