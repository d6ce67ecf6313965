"""Starting a game, and what becomes of the one it takes the place of."""

from __future__ import annotations

import logging
from collections.abc import Callable
from operator import attrgetter
from typing import NamedTuple

from django.db import IntegrityError, transaction

from accounts.models import Player
from accounts.problems import Busy, IdReused, NotFound, SessionEnded
from games import broadcast, journal
from games.actions.daily import playing as daily
from games.actions.daily.day import todays
from games.actions.dealing import deal_game
from games.actions.deals import Choice, Chosen, choose
from games.actions.now import now_ms
from games.actions.owner import counted, lock
from games.actions.problems import DailyPlayed, NotInRace
from games.actions.races.closing import race_is_over
from games.actions.settle import settle
from games.actions.shelf import provide
from games.actions.sitting import replay, sit_at, stale
from games.journal import Entry
from games.klondike.events import By, DealtFor, EndedBy
from games.klondike.history import History
from games.klondike.rules import Rules
from games.models import Game
from games.models.game import Origin
from games.models.verdict import Grade

log = logging.getLogger(__name__)
_ATTEMPTS = 3


class Creation(NamedTuple):
    """The command that makes a game: its verb with the target, the client's id for it, and what the request was."""

    verb: str
    id: str
    digest: int

    @property
    def key(self) -> str:
        """Unique by player."""
        return f"{self.verb}:{self.id}"


class Begun(NamedTuple):
    """A new game or, `repeated`, the one the same command made before, whose log is at `version` by now."""

    game: Game
    history: History
    repeated: bool
    version: int


def begin(
    player: Player,
    rules: Rules,
    choice: Choice,
    *,
    replaces: str | None = None,
    keep: bool = False,
    creation: Creation | None = None,
) -> Begun:
    """Deals a new game.

    The player's unfinished counted game of the same ruleset, and the one it `replaces`, are settled as lost if a move
    was ever made in them, else void; with `keep` they stay open as practice. The deal of the day stands apart: it is
    dealt to a player once, asked for again the game goes on, and when it is over `DailyPlayed` is raised.
    """

    def start() -> Begun:
        if today is not None and (mine := daily.game_of(player, today)) is not None:
            return _go_on(mine)
        chosen = choose(choice, rules, player) if today is None else daily.choose(today)
        apart = chosen.practice or today is not None
        put_aside = set() if apart else set(counted(player).filter(ruleset=chosen.rules.name))
        if replaces:
            put_aside.add(_replaced(player, replaces))
        for game in sorted(put_aside, key=attrgetter("pk")):  # the order in which the journal writes
            _put_aside(game, EndedBy.REPLACED, keep=keep)
        return _deal(player, chosen, creation)

    today = todays(rules.name) if choice.origin == Origin.DAILY else None
    if choice.origin == Origin.WINNABLE:
        provide(player, rules, Grade(choice.difficulty) if choice.difficulty else None)
    return _once(player, creation, start)


def restart(player: Player, public_id: str, after: int, creation: Creation | None = None) -> Begun:
    """The same deal from the start, as practice; the game itself where no move was ever made in it.

    Restarting an unfinished counted game settles it as lost. Raises `NotFound`, `NotInRace` until a race is over, or
    `Stale` where the game's log isn't at `after`.
    """

    def start() -> Begun:
        game = Game.objects.select_related("deal", "player").filter(public_id=public_id, player=player).first()
        if game is None:
            raise NotFound()
        _require_no_race(game)
        history = sit_at(game).history
        if after != history.version:
            raise stale(game, after)
        if not history.started and not history.over:
            return Begun(game, history, repeated=False, version=history.version)
        if not history.over:
            _put_aside(game, EndedBy.RESTARTED, keep=False)
        again = Chosen(game.deal, Origin(game.origin), history.rules, True, game.code, game.verdict, game.difficulty)
        return _deal(player, again, creation, restarted_from=game)

    return _once(player, creation, start)


def _once(player: Player, creation: Creation | None, start: Callable[[], Begun]) -> Begun:
    """Runs `start` under the lock of the player's row, one creation after another; a repeated one finds its game."""
    lost: IntegrityError | None = None
    for _ in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                if not lock(player.pk):
                    raise SessionEnded()
                made = _made_before(player, creation)
                return made or start()
        except IntegrityError as error:  # a move was played in the game that was to be put aside
            lost = error
    log.error("A game could not be begun: %s", lost)
    raise Busy() from lost


def _made_before(player: Player, creation: Creation | None) -> Begun | None:
    if creation is None:
        return None
    game = Game.objects.select_related("deal", "player").filter(player=player, created_by=creation.key).first()
    if game is None:
        return None
    if game.digest != creation.digest:
        raise IdReused(params={"id": creation.id})
    return Begun(game, replay(game, until=1), repeated=True, version=sit_at(game).history.version)


def _go_on(game: Game) -> Begun:
    """The player's game of the day. Raises `DailyPlayed` where it is over."""
    history = sit_at(game).history
    if history.over:
        raise DailyPlayed(game.public_id)
    return Begun(game, history, repeated=False, version=history.version)


def _replaced(player: Player, public_id: str) -> Game:
    game = Game.objects.filter(public_id=public_id, player=player).first()
    if game is None:
        raise NotFound()
    _require_no_race(game)
    return game


def _require_no_race(game: Game) -> None:
    if game.in_race and not race_is_over(game.pk):
        raise NotInRace()


def _put_aside(game: Game, ended_by: EndedBy, *, keep: bool) -> None:
    """Precondition: the player's row is locked. Raises `IntegrityError` when the log moves on meanwhile."""
    sitting = sit_at(game)
    history = sitting.history
    if history.over:
        return
    if keep:
        after = history.make_practice(now_ms(), seen_at=game.seen_at)
    else:
        after = history.end(ended_by if history.started else EndedBy.VOID, now_ms(), seen_at=game.seen_at, by=By.SERVER)
    if after is history:
        return
    journal.append([Entry(game.pk, [after.event], snapshot=after.snapshot())])
    if after.over:
        settle(game, after)
    transaction.on_commit(lambda: broadcast.game_moved(game.public_id))


def _deal(player: Player, chosen: Chosen, creation: Creation | None, restarted_from: Game | None = None) -> Begun:
    game, history = deal_game(
        player,
        chosen,
        now_ms(),
        DealtFor.PRACTICE if chosen.practice else DealtFor.SOLO,
        created_by=creation and creation.key,
        digest=creation and creation.digest,
        restarted_from=restarted_from,
    )
    return Begun(game, history, repeated=False, version=history.version)
