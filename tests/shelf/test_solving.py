"""Asking the solver in a game: what it says, what it costs, and who may not ask."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from pytest_django.fixtures import Settings

from games import journal
from games.actions import looking, slots
from games.actions.answer import Answer
from games.actions.play import Command
from games.actions.problems import DealClosed, NotInRace, SolverBusy, Stale
from games.actions.races.forfeit import forfeit
from games.actions.solving import Told, ask_solver
from games.klondike.errors import GameOver
from games.klondike.events import EventType
from games.klondike.legality import legal_moves
from games.models import Game
from games.models.game import Origin
from games.models.verdict import Word
from tests.games.seat import Seat
from tests.races.field import game_of, named, running
from tests.shelf.proved import HARD, UNWINNABLE, WINNABLE

pytestmark = pytest.mark.django_db(transaction=True)


def asks(seat: Seat, game: Game, command: Command | None = None) -> Told:
    return ask_solver(seat.player.pk, game.public_id, command or seat.command(game))


def numbered(seat: Seat, number: str, ruleset: str = "turn-3") -> Game:
    return seat.begins(ruleset, Origin.NUMBER, number=number)


@pytest.mark.parametrize(("number", "word"), [(WINNABLE, Word.WINNABLE), (UNWINNABLE, Word.UNWINNABLE)])
def test_the_solver_says_whether_a_game_can_be_won_from_here(number: str, word: Word) -> None:
    seat = Seat()
    told = asks(seat, numbered(seat, number))
    assert told.word is word
    assert (told.move is not None) is (word is Word.WINNABLE)
    assert told.answer.after.assisted


def test_the_mark_is_on_disk_while_the_solver_still_thinks(settings: Settings) -> None:
    settings.SOLVER_MS = 500
    seat = Seat()
    game = numbered(seat, HARD, "vegas-1")
    command = seat.command(game)

    def ask() -> Told:
        try:
            return asks(seat, game, command)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask)
        while not Game.objects.get(pk=game.pk).assisted:
            assert not asking.done()
        assert not asking.done()
        assert asking.result().word is Word.UNDECIDED
    assert journal.read(game.pk)[-1].event.type is EventType.ASSISTED


def test_hints_lead_to_the_win_and_follow_one_plan() -> None:
    seat = Seat()
    game = numbered(seat, WINNABLE)
    plans = set()
    while not seat.sees(game).over:
        told = asks(seat, game)
        assert told.move
        plans.add(cache.get(f"plan:{game.public_id}"))
        seat.plays(game, told.move)
    assert seat.sees(game).status == "won"
    assert len(plans) == 1


def test_who_leaves_the_plan_gets_another_or_the_truth() -> None:
    seat, random = Seat(), Random(7)
    game = numbered(seat, WINNABLE)
    for _ in range(6):
        asks(seat, game)
        history = seat.sees(game)
        seat.plays(game, random.choice(legal_moves(history.position, history.rules)))
        told = asks(seat, game)
        if told.word is Word.WINNABLE:
            assert told.move in legal_moves(seat.sees(game).position, history.rules)


def test_a_question_asked_again_by_its_id_gets_its_answer_and_marks_once() -> None:
    seat = Seat()
    game = numbered(seat, WINNABLE)
    command = seat.command(game)
    first, again = asks(seat, game, command), asks(seat, game, command)
    assert (first.word, first.move) == (again.word, again.move)
    assert again.answer.latest == first.answer.after.version
    assert [line.event.type for line in journal.read(game.pk)].count(EventType.ASSISTED) == 1


def test_a_question_about_a_position_that_is_no_more_is_stale_and_marks_nothing() -> None:
    seat = Seat()
    game = numbered(seat, WINNABLE)
    command = seat.command(game)
    seat.plays(game, "draw")
    with pytest.raises(Stale):
        asks(seat, game, command)
    assert not seat.sees(game).assisted


def test_a_game_that_is_over_takes_no_question() -> None:
    seat = Seat()
    game = numbered(seat, WINNABLE)
    seat.plays(game, "draw")
    seat.concedes(game)
    with pytest.raises(GameOver):
        asks(seat, game)
    assert not seat.sees(game).assisted


def test_a_race_takes_no_question_and_stays_closed_to_who_gave_up() -> None:
    seats = [Seat(), Seat(), Seat()]
    race = running(*[seat.player for seat in seats])
    game = game_of(race, seats[0].player)
    with pytest.raises(NotInRace):
        asks(seats[0], game)
    assert not seats[0].sees(game).assisted
    forfeit(seats[0].player, race.public_id, named())
    assert seats[0].sees(game).over
    assert not looking.is_open(looking.sit_to_look(seats[0].player, game.public_id))


def test_the_deal_of_a_day_takes_no_question_before_it_opens() -> None:
    seat = Seat()
    game = seat.begins("turn-3")
    Game.objects.filter(pk=game.pk).update(origin=Origin.DAILY)
    with pytest.raises(DealClosed):
        asks(seat, game)
    assert not seat.sees(game).assisted


def busy_player(seat: Seat, stack: ExitStack) -> None:
    cache.add(f"solving:{seat.player.pk}", True, 60)
    stack.callback(cache.delete, f"solving:{seat.player.pk}")


def busy_machine(_: Seat, stack: ExitStack) -> None:
    for number in range(slots.slots()):
        file = stack.enter_context((settings.VAR_DIR / f"solver.{number}.lock").open("wb"))
        fcntl.flock(file, fcntl.LOCK_EX)


@pytest.mark.parametrize("make_busy", [busy_player, busy_machine])
def test_a_busy_solver_refuses_before_anything_is_marked(make_busy: Callable[[Seat, ExitStack], None]) -> None:
    seat = Seat()
    game = numbered(seat, WINNABLE)
    with ExitStack() as stack:
        make_busy(seat, stack)
        with pytest.raises(SolverBusy):
            asks(seat, game)
        assert not seat.sees(game).assisted
    assert asks(seat, game).word is Word.WINNABLE


def test_a_question_takes_no_longer_than_its_cap_and_is_then_undecided(settings: Settings) -> None:
    settings.SOLVER_MS = 20
    seat = Seat()
    game = numbered(seat, HARD, "vegas-1")
    began = time.process_time()
    told = asks(seat, game)
    assert (told.word, told.move) == (Word.UNDECIDED, None)
    assert time.process_time() - began < 0.5


def test_an_answer_holds_no_card_that_the_player_has_not_seen() -> None:
    seat = Seat()
    game = numbered(seat, WINNABLE)
    told = asks(seat, game)
    assert isinstance(told.answer, Answer)
    assert set(told.show(hint=True)) - set(told.answer.show()) == {"verdict", "hint"}
    assert set(told.show(hint=False)) - set(told.answer.show()) == {"verdict"}
