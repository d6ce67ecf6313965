"""Playing a whole line of moves that was found elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from games.actions.answer import Answer
from games.actions.play import Command, Hand, Steps, carry_out
from games.actions.problems import problem_of
from games.klondike.moves import Move


def play_line(player: int, public_id: str, command: Command, moves: Sequence[Move]) -> Answer:
    """Plays all the moves or, where one of them is refused, none; raises its refusal, naming its place in the line.

    The game is practice from then on. Where it finishes by itself the finish follows the last move, since a recorded
    line may hold the finishing moves too.
    """

    def decide(hand: Hand) -> Steps:
        refusal = hand.game.why_not_act()
        if refusal:
            raise refusal
        game = hand.game.make_practice(hand.at, seen_at=hand.seen_at)
        steps = [] if game is hand.game else [game]
        for index, move in enumerate(moves):
            refusal = game.why_not(move)
            if refusal:
                problem = problem_of(refusal)
                problem.extra |= {"field": f"moves.{index}", "index": index}
                raise problem
            game = game.play(move, hand.at, seen_at=hand.seen_at)
            steps.append(game)
        return steps + game.finish() if game.finishes_by_itself() else steps

    return carry_out(player, public_id, command, decide, in_race=False)
