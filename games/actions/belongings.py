"""The games in a player's own copy of their data."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from accounts.models import Player
from games.actions.now import moment, now_ms
from games.actions.sitting import Sitting, sit_at_all
from games.klondike.sight import Shown, known_cards, rfc3339
from games.models import Game, GameEvent, Result


def export(sender: object, *, player: Player, **_: object) -> Shown:
    """Every game with its rules, its log and its result, in three queries.

    A deal's cards are in it once the game is over and the deal open; before that, the cards that the game has shown.
    """
    games = Game.objects.filter(player=player).select_related("deal", "result", "share").order_by("pk")
    events = GameEvent.objects.filter(game__in=games.values("pk").order_by()).order_by("game", "number")
    logs = {game: [_line(event) for event in log] for game, log in groupby(events.iterator(), attrgetter("game"))}
    now = now_ms()
    return {"games": [_game(sitting, logs.get(sitting.game.pk, []), now) for sitting in sit_at_all(games)]}


def _game(sitting: Sitting, log: list[Shown], now: int) -> Shown:
    game, history = sitting
    result: Result | None = getattr(game, "result", None)
    share = getattr(game, "share", None)
    return {
        "id": game.public_id,
        "created_at": game.created_at,
        "status": history.status,
        "ended_by": history.ended_by,
        "rules": game.rules,
        "deal": {
            "kind": game.origin,
            "number": game.deal.number,
            "code": game.code,
            "deck": game.deal.cards if history.over and game.deal.open_at(moment(now)) else None,
            "known_cards": [card.text for card in known_cards(history)],
        },
        "practice": history.practice,
        "assisted": history.assisted,
        "peeked": history.peeked,
        "merged": game.merged,
        "hidden": game.hidden,
        "share_code": share and share.code,
        "events": log,
        "result": result and _result(result),
    }


def _line(event: GameEvent) -> Shown:
    return {
        "number": event.number,
        "type": event.type,
        "detail": event.detail,
        "by": event.by,
        "at": rfc3339(event.at),
        "charged_ms": event.charged_ms,
        "command": event.command,
    }


def _result(result: Result) -> Shown:
    fields = ("won", "ended_by", "elapsed_ms", "wall_ms", "moves", "actions", "points", "scoring_version", "ended_at")
    return {field: getattr(result, field) for field in fields}
