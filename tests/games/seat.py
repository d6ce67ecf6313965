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
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.moves import Move, parse_move
from games.klondike.rules import RULESETS
from games.models import Game
from games.models.game import Origin


class Seat:
    """One guest with at most one client, which always knows where its games' logs end."""

    def __init__(self) -> None:
        self.player = Player.objects.create()
        self._names = count(1)

    def begins(self, ruleset: str = "turn-1", origin: Origin = Origin.RANDOM, **choice: str) -> Game:
        return begin(self.player, RULESETS[ruleset], Choice(origin, **choice)).game

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

    def command(self, game: Game) -> Command:
        return Command(self.sees(game).version, f"c{next(self._names)}", 0)

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
