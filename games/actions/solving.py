"""Asking the solver in a game: can it be won from here, and by which move."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

from games.actions.answer import Answer
from games.actions.now import moment, now_ms
from games.actions.play import Command, Hand, Steps, carry_out
from games.actions.problems import DealClosed
from games.actions.slots import slot
from games.actions.verdicts import budget
from games.klondike.errors import GameOver
from games.klondike.moves import Move, parse_move
from games.klondike.position import Position, read_position
from games.klondike.rules import Rules
from games.klondike.sight import Shown
from games.models import Game
from games.models.game import Origin
from games.models.verdict import Word
from games.solver import solve

_PLAN_S = 3600


class Told(NamedTuple):
    """The solver's word on the position after `answer`, with the first move of a line that wins."""

    answer: Answer
    word: Word
    move: Move | None

    def show(self, *, hint: bool, legal: bool = False) -> Shown:
        """The answer for JSON; the move is told only to those who asked for a hint."""
        shown = {**self.answer.show(legal=legal), "verdict": self.word.value}
        return {**shown, "hint": self.move and self.move.text} if hint else shown


def ask_solver(player: int, public_id: str, command: Command) -> Told:
    """Marks the game as assisted, for good and before anything is asked; then asks, for up to `SOLVER_MS`.

    Raises `SolverBusy` before the mark is made, `NotInRace`, `DealClosed` in a day's game, and `GameOver`. A command
    repeated asks about the same position again.
    """
    daily = Game.objects.select_related("deal").filter(public_id=public_id, player=player, origin=Origin.DAILY).first()
    if daily and not daily.deal.open_at(moment(now_ms())):
        raise DealClosed()
    with slot(player):
        answer = carry_out(player, public_id, command, _assist, in_race=False)
        history = answer.after
        word, move = _look_ahead(public_id, history.position, history.rules)
    return Told(answer, word, move)


def _assist(hand: Hand) -> Steps:
    if hand.game.over:
        raise GameOver()
    after = hand.game.assist(hand.at, seen_at=hand.seen_at)
    return [] if after is hand.game else [after]


def _look_ahead(game: str, position: Position, rules: Rules) -> tuple[Word, Move | None]:
    """The plan made before is kept for as long as the player follows it; else the solver makes one."""
    key = f"plan:{game}"
    move = _next_of(cache.get(key), position, rules)
    if move:
        return Word.WINNABLE, move
    answer = solve(position, rules, budget(settings.SOLVER_MS))
    if not answer.line:
        return Word(answer.word), None
    cache.set(key, (position.text, " ".join([move.text for move in answer.line])), _PLAN_S)
    return Word(answer.word), answer.line[0]


def _next_of(plan: tuple[str, str] | None, position: Position, rules: Rules) -> Move | None:
    """What a plan (where it starts, and its line) plays after it came by this position last; None if it doesn't."""
    if plan is None:
        return None
    at, line = read_position(plan[0]), [parse_move(word) for word in plan[1].split()]
    found = None
    for move in line:
        if at == position:
            found = move
        at = at.after(move, rules)
    return found
