"""Play or watch in a terminal, over the real socket."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.client.http import Api, RefusedError
from games.client.terminal import Terminal


class Command(BaseCommand):
    help = "Play a game, or play or watch a race, in this terminal, as a new guest or by a session's token."
    requires_system_checks: Any = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--server", default=settings.PUBLIC_URL, help="where the service is")
        parser.add_argument("--token", help="of a session; left out, a new guest plays")
        parser.add_argument("--rules", default="turn-3", help="the ruleset of a new game or race")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--race", action="store_true", help="open a race for two, and show its code")
        what.add_argument("--join", metavar="CODE", help="join the race behind a code")
        what.add_argument("--watch", metavar="RACE", help="watch a race, by its id")
        what.add_argument("--game", metavar="GAME", help="go on with a game, by its id")
        parser.add_argument("--code", help="that the race to watch asks for")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            api = Api(options["server"], options["token"])
            topic = self.topic(api, options)
        except RefusedError as refusal:
            raise CommandError(str(refusal)) from refusal
        except OSError as away:
            raise CommandError(f"{options['server']} can't be reached: {away}") from away
        self.stderr.write(f"Come back with --token {api.token}")
        assert api.token is not None
        try:
            asyncio.run(Terminal(options["server"], api.token, topic, options["code"]).run())
        except RefusedError as refusal:
            raise CommandError(str(refusal)) from refusal

    def topic(self, api: Api, options: dict[str, Any]) -> str:
        """What is to be followed, made first where it is new."""
        if options["game"]:
            return f"game:{options['game']}"
        if options["watch"]:
            return f"race:{options['watch']}"
        if options["join"]:
            return f"race:{api.join(options['join'])['id']}"
        if options["race"]:
            return f"race:{api.new_race(options['rules'])['id']}"
        return f"game:{api.new_game(options['rules'])['id']}"
