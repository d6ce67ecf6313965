"""`manage.py tidy`: ends abandoned games, forgets unused guests, sessions that have run out and connections that ended;
the scheduler does the same by itself."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.actions.tidying import abandon_games, forget_ended, forget_guests


class Command(BaseCommand):
    help = "Ends games without a command for ABANDONED_AFTER_DAYS, forgets guests unused for UNUSED_GUESTS_DAYS."

    def handle(self, **options: object) -> None:
        forget_ended()
        self.stdout.write(f"{abandon_games()} games abandoned, {forget_guests()} guests forgotten")
