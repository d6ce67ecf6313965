"""A game as its player sees it: the payload every entrance sends."""

from __future__ import annotations

from accounts.models import Player
from games.actions.now import moment, now_ms
from games.klondike.history import History
from games.klondike.shuffle import commitment
from games.klondike.sight import Shown, show_game, show_legal
from games.models import Game
from games.models.deal import Source
from games.models.game import Origin


def view(game: Game, history: History, *, legal: bool = False) -> Shown:
    """The whole payload; `game.deal` and `game.player` are read, and of a race's game its entry and race.

    Cards that the player hasn't seen are in it only once all is over.
    """
    now = now_ms()
    seen_at = now if history.clock.sees(game.seen_at, now) else game.seen_at
    shown: Shown = {"id": game.public_id, "player": show_player(game.player), **show_game(history, now, seen_at)}
    shown["deal"] = show_deal(game, history, now)
    shown["race"] = game.entry.race.public_id if game.in_race else None
    shown["created_at"] = game.created_at.isoformat().replace("+00:00", "Z")
    shown["versions"] = {
        "rules": game.rules_version,
        "events": game.events_version,
        "scoring": game.scoring_version,
    }
    if legal:
        shown["legal"] = show_legal(history)
    return shown


def show_player(player: Player) -> Shown:
    """A player as others see them; one who has left keeps the id."""
    return {"id": player.public_id, "name": player.name}


def show_deal(game: Game, history: History, now: int) -> Shown:
    """What may be said of a game's deal: how it was chosen and proved, and its cards once game and deal are over."""
    deal = game.deal
    shown: Shown = {
        "kind": game.origin,
        "number": deal.number,
        "code": game.code,
        "verified": game.verdict,
        "difficulty": game.difficulty,
        "commitment": None,
    }
    context = _context(game)
    if context and deal.source == Source.SECRET and deal.seed is not None:
        shown["commitment"] = commitment(bytes(deal.seed), context)
        if history.over and deal.open_at(moment(now)):
            shown |= {"seed": bytes(deal.seed).hex(), "context": context}
    if history.over and deal.open_at(moment(now)):
        shown["deck"] = deal.cards
    return shown


def _context(game: Game) -> str | None:
    """What the commitment to this game's deal was made for; None where none was, as for a deal dealt before."""
    if game.in_race:
        return game.entry.race.context if game.entry.race.ghost_id is None else None
    if game.origin == Origin.DAILY:
        return game.deal.daily.context
    return None if game.restarted_from_id else f"game:{game.public_id}:{game.ruleset}"
