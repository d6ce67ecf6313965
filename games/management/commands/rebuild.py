"""`manage.py rebuild [boards|ratings]` makes what is derived from results anew, to the same values."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from games.actions.boards.rebuilding import rebuild_boards
from games.actions.ratings.rebuilding import rebuild_ratings


class Command(BaseCommand):
    help = (
        "Derives boards from results, and ratings from ranked races, anew; what is right already stays as it is. "
        "Safe while the service runs, and to stop and to run twice. Statistics are never kept, so need no rebuilding."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", nargs="?", choices=["boards", "ratings"], help="left out: both")

    def handle(self, *, what: str | None, **options: object) -> None:
        if what in (None, "ratings"):
            self.stdout.write(f"{rebuild_ratings()} ranked races rated")
        if what in (None, "boards"):
            self.stdout.write(f"{rebuild_boards()} players' standings proved")
