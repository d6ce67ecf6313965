"""A new game, from its deal to the first line of its log."""

from __future__ import annotations

from accounts.identifiers import public_id as new_id
from accounts.models import Player
from games import journal
from games.actions.deals import Chosen
from games.actions.now import moment
from games.journal import Entry
from games.klondike.events import EVENTS_VERSION, DealtFor
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import RULES_VERSION
from games.klondike.scoring import SCORING_VERSION
from games.models import Game


def deal_game(
    player: Player,
    chosen: Chosen,
    at: int,
    dealt_for: DealtFor,
    *,
    created_by: str | None = None,
    digest: int | None = None,
    restarted_from: Game | None = None,
) -> tuple[Game, History]:
    """Writes the row and the log of a game dealt at `at`, in the caller's transaction; `practice` is in the log too,
    where `dealt_for` doesn't say it."""
    start = History.start(dealt(chosen.deal.layout), chosen.rules, at, dealt_for)
    history = start.make_practice(at) if chosen.practice else start
    game = Game(
        public_id=new_id(),
        player=player,
        deal=chosen.deal,
        origin=chosen.origin,
        restarted_from=restarted_from,
        code=chosen.code,
        ruleset=chosen.rules.name,
        rules=chosen.rules.as_dict(),
        rules_version=RULES_VERSION,
        events_version=EVENTS_VERSION,
        scoring_version=SCORING_VERSION,
        created_by=created_by,
        digest=digest,
        created_at=moment(at),
        verdict=chosen.verdict,
        difficulty=chosen.difficulty,
        seen_at=at,
    )
    game.keep(history.snapshot())
    game.save(force_insert=True)
    journal.append([Entry(game.pk, [start.event] if history is start else [start.event, history.event])])
    return game, history
