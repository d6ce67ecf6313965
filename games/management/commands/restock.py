from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.core.serializers.json import DjangoJSONEncoder

from games.actions.restocking import fill, shelves
from games.actions.shelf import stock
from games.actions.shipping import ship
from games.actions.stocktaking import take_stock
from games.klondike.rules import RULESETS
from games.models import Shelf


class Command(BaseCommand):
    help = (
        "Fills the shelves of secret winnable deals here and now, up to their target, beside the workers or without "
        "them; safe to stop and to run twice. Prints what is on them, as JSON."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rules", choices=RULESETS, help="only the shelf of this ruleset")
        parser.add_argument("--target", type=int, default=settings.SHELF_TARGET, help="deals a shelf is to have")
        parser.add_argument("--look", action="store_true", help="make nothing, only print what there is")
        parser.add_argument("--ship", action="store_true", help="instead, prove the deals anew that come with the code")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [Shelf.of(RULESETS[options["rules"]])] if options["rules"] else shelves()
        if options["ship"]:
            for shelf in chosen:
                self.stdout.write(str(ship(shelf.rules)))
            return
        for shelf in [] if options["look"] else chosen:
            while (have := stock(shelf.rules).count()) < options["target"]:
                self.stderr.write(f"{shelf}: {have} of {options['target']}")
                fill(shelf.pk, options["target"])
        self.stdout.write(json.dumps(take_stock(), indent=2, cls=DjangoJSONEncoder))
