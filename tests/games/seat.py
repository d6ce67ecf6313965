"""A player at the verbs, who numbers their commands as a client would."""

from __future__ import annotations

from itertools import count
from random import Random

from accounts.models import Player
from games.actions import play
from games.actions.answer import Answer
from games.actions.begin import begin, restart
from games.actions.deals import Choice
from games.actions.play import Command
from games.actions.sitting import sit
from games.klondike.autoplay import hint
from games.klondike.deals import deal_from_seed
from games.klondike.history import History
from games.klondike.legality import can_finish, legal_moves
from games.klondike.moves import Move, parse_move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed
from games.models import Deal, Game
from games.models.game import Origin

WON_BY_HINTS = {"turn-1": 8, "google-easy": 8, "standard-1": 8, "turn-3": 242, "standard-3": 242}
"""For some rulesets, the number of a deal that following the hints wins."""


class Seat:
    """One client of a player, a new guest unless one is given; it always knows where its games' logs end."""

    def __init__(self, player: Player | None = None, device: str = "c") -> None:
        self.player = player or Player.objects.create()
        self._names = (f"{device}{number}" for number in count(1))

    def begins(self, ruleset: str = "turn-1", origin: Origin = Origin.RANDOM, **choice: str) -> Game:
        return begin(self.player, RULESETS[ruleset], Choice(origin, **choice)).game

    def lies_on(self, number: int, ruleset: str) -> Game:
        """A counted game whose secret cards are those of a number: one that following the hints is known to win."""
        game = self.begins(ruleset)
        seed = number_seed(number)
        cards = deal_from_seed(seed)
        Deal.objects.filter(pk=game.deal_id).update(cards=cards.text, seed=seed)
        game.keep(History.start(dealt(cards), game.played_by, game.at).snapshot())
        game.save()
        return Game.objects.get(pk=game.pk)

    def keeps(self, ruleset: str = "turn-1") -> Game:
        return begin(self.player, RULESETS[ruleset], Choice(Origin.RANDOM), keep=True).game

    def restarts(self, game: Game) -> Game:
        return restart(self.player, game.public_id, self.sees(game).version).game

    def sees(self, game: Game) -> History:
        return sit(self.player.pk, game.public_id, None).history

    def plays(self, game: Game, *moves: str | Move) -> Answer:
        read = [move if isinstance(move, Move) else parse_move(move) for move in moves]
        return play.play_moves(self.player.pk, game.public_id, self.command(game), read)

    def undoes(self, game: Game) -> Answer:
        return play.undo(self.player.pk, game.public_id, self.command(game))

    def redoes(self, game: Game) -> Answer:
        return play.redo(self.player.pk, game.public_id, self.command(game))

    def finishes(self, game: Game) -> Answer:
        return play.finish(self.player.pk, game.public_id, self.command(game))

    def pauses(self, game: Game) -> Answer:
        return play.pause(self.player.pk, game.public_id, self.command(game))

    def resumes(self, game: Game) -> Answer:
        return play.resume(self.player.pk, game.public_id, self.command(game))

    def concedes(self, game: Game) -> Answer:
        return play.concede(self.player.pk, game.public_id, self.command(game))

    def follows_hints(self, game: Game) -> Answer:
        """In one command, as far as they lead."""
        history = self.sees(game)
        moves: list[Move] = []
        while len(moves) < 400 and (move := hint(history.position, history.rules, history.now.idle)):
            moves.append(move)
            history = history.play(move)
            if history.over or can_finish(history.position):
                break
        return self.plays(game, *moves)

    def wins(self, game: Game) -> History:
        """A game that `lies_on` a number which the hints win."""
        after = self.follows_hints(game).after
        return after if after.over else self.finishes(game).after

    def command(self, game: Game) -> Command:
        return Command(self.sees(game).version, next(self._names), 0)

    def wanders(self, game: Game, steps: int, random: Random) -> None:
        """Plays at random, now and then taking a move back or playing one again, pausing and resuming."""
        for _ in range(steps):
            history = self.sees(game)
            if history.over:
                return
            if history.status == "paused":
                self.resumes(game)
                continue
            whim = random.random()
            if whim < 0.15 and history.why_not_undo() is None:
                self.undoes(game)
            elif whim < 0.25 and history.redo_depth:
                self.redoes(game)
            elif whim < 0.28:
                self.pauses(game)
            else:
                self.plays(game, random.choice(legal_moves(history.position, history.rules)))
