"""Games played at random: any deal, any rules, every verb, time passing as it likes."""

from __future__ import annotations

from random import Random
from typing import cast, get_args

from hypothesis import strategies as st

from games.klondike.autoplay import hint
from games.klondike.cards import DECK
from games.klondike.deals import Deal, deal_from_seed, read_deck
from games.klondike.events import DealtFor, EndedBy
from games.klondike.history import History
from games.klondike.legality import legal_moves
from games.klondike.position import dealt
from games.klondike.rules import CUSTOM, RULESETS, Finish, Points, Rules, UndoPolicy
from games.klondike.shuffle import number_seed

Session = list[History]
"""A game after each of its events, from the deal on."""


def easy_deal(random: Random) -> Deal:
    """High cards deep in the columns, low ones early in the stock: most such games are won by following hints."""
    cards = sorted(DECK, key=lambda card: card.rank + random.gauss(0, 1))
    stock = sorted(random.sample(range(52), 24))
    tableau = [card for place, card in enumerate(cards) if place not in stock]
    return read_deck([*reversed(tableau), *(cards[place] for place in stock)])


def deals() -> st.SearchStrategy[Deal]:
    numbered = st.integers(0, 2**64 - 1).map(lambda number: deal_from_seed(number_seed(number)))
    easy = st.integers(0, 2**32).map(lambda seed: easy_deal(Random(seed)))
    return numbered | easy | easy


def tables() -> st.SearchStrategy[Rules]:
    draws = st.integers(1, 24)
    custom = st.builds(
        Rules,
        st.just(CUSTOM),
        draw=draws,
        passes=st.none() | st.integers(1, 8),
        worrying_back=st.booleans(),
        undo=st.sampled_from(cast(tuple[UndoPolicy, ...], get_args(UndoPolicy))),
        points=st.sampled_from(cast(tuple[Points, ...], get_args(Points))),
        finish=st.sampled_from(cast(tuple[Finish, ...], get_args(Finish))),
    )
    return st.sampled_from(list(RULESETS.values())) | custom


def sessions(rules: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Session]:
    """Most go on long enough to be won; one that fails shrinks to a shorter stretch of the same play."""
    by = tables() if rules is None else rules
    length = st.integers(0, 40) | st.integers(200, 300) | st.integers(200, 300)
    return st.builds(_played, deals(), by, st.sampled_from(DealtFor), st.integers(0, 2**32), length)


def _played(deal: Deal, rules: Rules, dealt_for: DealtFor, seed: int, length: int) -> Session:
    random = Random(seed)
    guided = random.choice((0.2, 0.8, 0.97))
    session = [History.start(dealt(deal), rules, 1_000_000, dealt_for)]
    while len(session) <= length and not session[-1].over:
        session += [game for game in _next(session[-1], random, guided) if game is not session[-1]]
    return session


def _next(game: History, random: Random, guided: float) -> Session:
    at = game.clock.at + random.choice((0, 1, 900, 30_000, 200_000))
    seen_at = at - random.choice((0, 500, 45_000, 100_000))
    if game.status == "paused":
        return [random.choice((game.resume(at), game.resume(at), game.pause(at), game.make_practice(at)))]
    if game.finishes_by_itself():
        return game.finish(at, seen_at=seen_at)
    if random.random() < guided:
        move = hint(game.position, game.rules, game.now.idle)
        if move is not None:
            return [game.play(move, at, seen_at=seen_at)]
    return [_wander(game, random, at, seen_at)]


def _wander(game: History, random: Random, at: int, seen_at: int) -> History:
    match random.randrange(20):
        case 0:
            return game.pause(at, seen_at=seen_at)
        case 1:
            return (
                game.assist(at, seen_at=seen_at) if random.random() < 0.3 else game.make_practice(at, seen_at=seen_at)
            )
        case 2 if random.random() < 0.03:
            return game.end(random.choice(list(EndedBy)), at, seen_at=seen_at)
        case 3 | 4 | 5 | 6 if game.why_not_undo() is None:
            return game.undo(at, seen_at=seen_at)
        case 7 | 8 | 9 | 10 | 11 | 12 if game.why_not_redo() is None:
            return game.redo(at, seen_at=seen_at)
    moves = legal_moves(game.position, game.rules)
    return game.play(random.choice(moves), at, seen_at=seen_at) if moves else game.end(EndedBy.CONCEDED, at)


def line(game: History) -> list[str]:
    """The moves that stand, in notation: what undo has left."""
    moves, step = [], game.past
    while step is not None:
        moves.append(step.move.text)
        step = step.past
    return moves[::-1]
