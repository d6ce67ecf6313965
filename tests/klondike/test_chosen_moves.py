"""What holds of hints, automatic moves and the finish in any game."""

from __future__ import annotations

from hypothesis import given, settings

from games.klondike.autoplay import automatic_move, hint
from games.klondike.errors import Refusal
from games.klondike.legality import can_finish, is_shuttle, why_not
from games.klondike.moves import Kind, Move
from tests.klondike.sessions import Session, sessions

quick = settings(max_examples=100, deadline=None)


@given(sessions())
@quick
def test_moves_chosen_for_the_player_are_legal_and_never_shuttle(session: Session) -> None:
    for game in session[::3]:
        advised = hint(game.position, game.rules, game.now.idle)
        chosen = [automatic_move(game.position, pile, count) for pile in "w1234567" for count in range(1, 14)]
        for move in [advised, *chosen]:
            if isinstance(move, Move):
                assert why_not(game.position, move, game.rules) is None
                assert not is_shuttle(game.position, move)
                assert move.kind is not Kind.WORRY_BACK
            else:
                assert move is None or isinstance(move, Refusal)


@given(sessions())
@quick
def test_hints_come_to_an_end(session: Session) -> None:
    game = session[-1]
    for _ in range(52 * 30):
        move = None if game.why_not_act() else hint(game.position, game.rules, game.now.idle)
        if move is None:
            break
        game = game.play(move)
    assert game.over or game.status == "paused" or move is None


@given(sessions())
@quick
def test_the_finish_always_wins_where_it_is_offered(session: Session) -> None:
    for game in session:
        if game.why_not_act() is None and can_finish(game.position):
            steps = game.finish()
            assert steps[-1].status == "won"
            assert len(steps) == 52 - game.position.home
