"""Reading a game without changing it: as it stands, what happened since, the whole of it afterwards."""

from __future__ import annotations

from accounts.models import Player
from accounts.problems import NotFound
from games import journal
from games.actions import presence
from games.actions.answer import Answer
from games.actions.balance import show_balance
from games.actions.now import moment, now_ms
from games.actions.sitting import Sitting, replay, sit_at
from games.actions.view import show_deal, show_player, view
from games.klondike.history import History
from games.klondike.sight import Shown, show_dealt, show_events, show_legal, show_position
from games.models import Game


def sit_to_look(viewer: Player, public_id: str) -> Sitting:
    """A game that the viewer may read: their own, or another's that is over, its deal open and its player's profile
    public. Raises `NotFound`. The row has its deal and its player; a look at one's own game is a sign of life."""
    game = Game.objects.select_related("deal", "player", "entry__race").filter(public_id=public_id).first()
    if game is None or not (game.player_id == viewer.pk or _is_public(game)):
        raise NotFound()
    sitting = sit_at(game)
    if game.player_id == viewer.pk:
        presence.see(game, sitting.history)
    return sitting


def look(sitting: Sitting, *, legal: bool = False) -> Shown:
    """The game as it stands."""
    game, history = sitting
    return {**view(game, history, legal=legal), "balance": show_balance(game, history)}


def since(sitting: Sitting, after: int, *, legal: bool = False) -> Shown:
    """What happened after event number `after`, in the shape of the answer to a command; 0 is before the deal."""
    game, history = sitting
    if after >= history.version:
        answer = Answer(history, [])
    else:
        lines = journal.read(game.pk)
        before = replay(game, lines, until=max(1, after))
        steps: list[History] = []
        for line in lines[before.version :]:
            steps.append((steps[-1] if steps else before).apply(line.event))
        answer = Answer(before, steps)
    shown = answer.show(legal=legal, now=now_ms(), seen_at=game.seen_at)
    if after < 1:
        shown |= {"after": 0, "events": [show_dealt(answer.before), *shown["events"]]}
    return shown


def show_replay(sitting: Sitting) -> Shown:
    """The game from its deal, event by event; its cards beside those the player saw once all is over."""
    game, history = sitting
    lines = journal.read(game.pk)
    start = replay(game, lines, until=1)
    events, _ = show_events(start, [line.event for line in lines[1:]])
    return {
        "id": game.public_id,
        "player": show_player(game.player),
        "version": history.version,
        "status": history.status,
        "ended_by": history.ended_by,
        "rules": history.rules.as_dict(),
        "deal": show_deal(game, history, now_ms()),
        "position": show_position(start.position),
        "events": [show_dealt(start), *events],
    }


def legal_now(sitting: Sitting) -> Shown:
    """Every legal move, the automatic one first for each source and count."""
    return {"version": sitting.history.version, "legal": show_legal(sitting.history)}


def is_open(sitting: Sitting) -> bool:
    """Whether nothing of the game is secret any more and nothing of it will change."""
    game, history = sitting
    return history.over and game.deal.open_at(moment(now_ms()))


def _is_public(game: Game) -> bool:
    over = game.status in ("won", "lost", "void")  # the row never lags behind an end
    return over and game.deal.open_at(moment(now_ms())) and game.player.preferred.public_profile
