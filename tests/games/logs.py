"""Games and lines for tests of the log itself, without the verbs that usually write it."""

from __future__ import annotations

from accounts.models import Player
from games.actions.deals import numbered_deal
from games.klondike.events import EVENTS_VERSION, By, DealtFor, Event, EventType
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import RULES_VERSION, RULESETS
from games.klondike.scoring import SCORING_VERSION
from games.models import Game, GameEvent

RULES = RULESETS["turn-3"]
DEALT_AT = 1_800_000_000_000


def new_games(count: int) -> list[Game]:
    """Rows of games at version 1 whose log is still empty: number 1 is the next line."""
    player, deal = Player.objects.create(), numbered_deal("1")
    history = History.start(dealt(deal.layout), RULES, DEALT_AT, DealtFor.PRACTICE)
    games = []
    for _ in range(count):
        game = Game(
            player=player,
            deal=deal,
            origin="number",
            ruleset=RULES.name,
            rules=RULES.as_dict(),
            rules_version=RULES_VERSION,
            events_version=EVENTS_VERSION,
            scoring_version=SCORING_VERSION,
        )
        game.keep(history.snapshot())
        games.append(game)
    return Game.objects.bulk_create(games)


def lines(first: int, count: int = 1, detail: str | None = "draw") -> list[Event]:
    """Consecutive events; what they say is of no matter to the journal."""
    return [
        Event(number, EventType.PLAYED, detail, By.PLAYER, DEALT_AT + number, 0)
        for number in range(first, first + count)
    ]


def numbers(game: Game) -> list[int]:
    return list(GameEvent.objects.filter(game=game.pk).order_by("number").values_list("number", flat=True))
