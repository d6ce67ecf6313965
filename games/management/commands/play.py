"""Play or watch in a terminal, over the real socket."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from typing import Any
from urllib.error import URLError

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.client.http import Api, RefusedError
from games.client.terminal import Terminal

_ID_LENGTH = 12
"""Whatever is shorter is meant for a code."""

_INTERRUPTED = 130


class Command(BaseCommand):
    help = (
        "Play a game, or play or watch a race, in this terminal, as a new guest or by a session's token. "
        "Ends with 0 when you quit, 1 where the service refuses or isn't there, 130 after Ctrl-C."
    )
    requires_system_checks: Any = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--server", default=settings.PUBLIC_URL, help="where the service is (%(default)s)")
        parser.add_argument("--token", help="of a session; left out, a new guest plays")
        parser.add_argument("--rules", default="turn-3", help="the ruleset of a new game or race (%(default)s)")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--race", action="store_true", help="open a race for two, and show its code")
        what.add_argument("--challenge", action="store_true", help="the same, but each plays when they like")
        what.add_argument("--join", metavar="CODE", help="join the race behind a code, or come back to it")
        what.add_argument("--watch", metavar="RACE", help="watch a race, by its code or its id")
        what.add_argument("--game", metavar="GAME", help="go on with a game, by its id")
        parser.add_argument("--code", help="that the race to watch asks for, where --watch names its id")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["server"].startswith(("http://", "https://")):
            raise CommandError(f"--server is an address such as http://127.0.0.1:8000, not {options['server']}.")
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(line_buffering=True, errors="replace")
        try:
            self.play(options)
        except RefusedError as refusal:
            raise CommandError(str(refusal)) from refusal
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as away:
            why = away.reason if isinstance(away, URLError) else away
            raise CommandError(f"Nothing serves at {options['server']} ({why}); --server says where it is.") from away
        except KeyboardInterrupt:
            sys.exit(_INTERRUPTED)

    def play(self, options: dict[str, Any]) -> None:
        api = Api(options["server"], options["token"])
        topic, again, code = self.topic(api, options)
        self.stderr.write(f"To come back: play --server {api.server} --token {api.token} {again}", lambda text: text)
        colour = sys.stdout.isatty() and not options["no_color"] and not os.environ.get("NO_COLOR")
        asyncio.run(Terminal(api, topic, code, colour=colour).run())

    def topic(self, api: Api, options: dict[str, Any]) -> tuple[str, str, str | None]:
        """What is to be followed, made first where it is new; what names it next time; and the code it asks for."""
        if options["game"]:
            return f"game:{options['game']}", f"--game {options['game']}", None
        if options["watch"]:
            return self.watched(api, options["watch"], options["code"])
        if options["join"] or options["race"] or options["challenge"]:
            if options["join"]:
                race = api.join(options["join"])
            else:
                race = api.new_race(options["rules"], start="own" if options["challenge"] else "together")
            return f"race:{race['id']}", f"--join {race['code']}", None
        game = api.new_game(options["rules"])["id"]
        return f"game:{game}", f"--game {game}", None

    def watched(self, api: Api, named: str, code: str | None) -> tuple[str, str, str | None]:
        if len(named) < _ID_LENGTH:
            code, named = named, api.race_of(named)["id"]
        return f"race:{named}", f"--watch {named}" + (f" --code {code}" if code else ""), code
