"""Results as games would have left them, without the games being played; settled by the code that settles all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import Player
from games.actions.boards import standings
from games.actions.deals import secret_deal
from games.actions.now import moment, ms_of
from games.actions.settle import write
from games.klondike.events import EVENTS_VERSION, DealtFor
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import RULES_VERSION, RULESETS
from games.klondike.scoring import SCORING_VERSION
from games.models import Deal, Game, Result
from games.models.game import Origin

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
"""A Monday, and the last day of a month."""


def account(name: str, *, created_at: datetime = NOON - timedelta(days=400), verified: bool = True) -> Player:
    player = Player(guest=False, created_at=created_at, email=f"{name}@example.org".lower())
    player.take_name(name)
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=verified)
    return player


def game_of(player: Player, ruleset: str, deal: Deal, origin: Origin) -> Game:
    rules = RULESETS[ruleset]
    game = Game(
        player=player,
        deal=deal,
        origin=origin,
        ruleset=ruleset,
        rules=rules.as_dict(),
        rules_version=RULES_VERSION,
        events_version=EVENTS_VERSION,
        scoring_version=SCORING_VERSION,
    )
    game.keep(History.start(dealt(deal.layout), rules, 0, DealtFor.SOLO)._replace(status="lost").snapshot())
    game.save()
    return game


def settled(
    player: Player,
    ended_at: datetime = NOON,
    *,
    ruleset: str = "turn-1",
    won: bool = True,
    wall_ms: int = 300_000,
    actions: int = 150,
    points: int | None = None,
    origin: Origin = Origin.RANDOM,
    deal: Deal | None = None,
    **marks: bool,
) -> Result:
    """A result that has just come in; `marks` are `practice`, `assisted`, `peeked`, `merged`."""
    ended_at = moment(ms_of(ended_at))
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        game = game_of(player, ruleset, deal or secret_deal(), origin)
        result = Result(
            game=game,
            player=player,
            deal=game.deal,
            ruleset=ruleset,
            origin=origin,
            first_attempt=True,
            won=won,
            ended_by=None if won else "conceded",
            elapsed_ms=wall_ms,
            wall_ms=wall_ms,
            moves=actions,
            actions=actions,
            points=points,
            scoring_version=SCORING_VERSION,
            **{"practice": False, "assisted": False, "peeked": False, **marks},
            banked=False,
            ended_at=ended_at,
            day=game.deal.daily.date if origin == Origin.DAILY else ended_at.date(),
        )
        write(result)
        standings.enter(result)
    return result
