"""Faults that players of other programs reported, of undo, statistics and concurrent requests; each would show here."""

from __future__ import annotations

from typing import Any

import pytest

from games import journal
from games.actions import play
from games.actions.begin import Creation, begin
from games.actions.deals import Choice
from games.actions.play import Command
from games.actions.problems import Stale
from games.actions.statistics import statistics
from games.klondike.autoplay import finishing_move
from games.klondike.errors import GameOver
from games.klondike.moves import parse_move
from games.klondike.rules import RULESETS
from games.klondike.scoring import SCORING_VERSION
from games.models import Game, Result
from games.models.game import Origin
from tests.games.seat import WON_BY_HINTS, Seat
from tests.races.field import at_once

pytestmark = pytest.mark.django_db

committed = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seat() -> Seat:
    return Seat()


def record(seat: Seat, ruleset: str) -> dict[str, Any]:
    return next(record for record in statistics(seat.player) if record["ruleset"] == ruleset)


def missed(stale: Stale, field: str) -> list[object]:
    """A field of the events that the refusal tells of."""
    events: Any = stale.extra["events"]
    return [event[field] for event in events]


@pytest.mark.parametrize("ruleset", ["turn-1", "google-easy"])
def test_a_win_by_either_kind_of_finish_counts_once_and_is_not_undone_and_won_again(seat: Seat, ruleset: str) -> None:
    game = seat.lies_on(WON_BY_HINTS[ruleset], ruleset)
    assert seat.wins(game).status == "won"
    for verb in (seat.undoes, seat.redoes, seat.finishes, seat.concedes):
        with pytest.raises(GameOver):
            verb(game)
    assert Result.objects.get().won
    assert record(seat, ruleset)["all"] == {
        "played": 1,
        "won": 1,
        "lost": 0,
        "win_percent": 100.0,
        "average_points": None,
    }


def test_a_game_won_move_by_move_is_won_in_its_row_and_in_the_record(seat: Seat) -> None:
    game = seat.lies_on(WON_BY_HINTS["turn-3"], "turn-3")
    history = seat.follows_hints(game).after
    while not history.over:
        history = seat.plays(game, finishing_move(history.position)).after
    game.refresh_from_db()
    assert (game.status, game.version) == ("won", history.version)
    assert record(seat, "turn-3")["all"]["won"] == 1
    assert record(seat, "turn-3")["in_progress"] == 0


def test_restarting_and_then_beginning_anew_dodges_no_loss(seat: Seat) -> None:
    game = seat.begins("turn-1")
    seat.plays(game, "draw")
    again = seat.restarts(game)
    seat.plays(again, "draw")
    seat.begins("turn-1")
    assert Result.objects.get(game=game).ended_by == "restarted"
    assert record(seat, "turn-1")["all"]["lost"] == 1


def test_taking_every_move_back_dodges_no_loss(seat: Seat) -> None:
    game = seat.begins("turn-1")
    seat.plays(game, "draw")
    seat.undoes(game)
    seat.begins("turn-1")
    assert Result.objects.get(game=game).ended_by == "replaced"


def test_nobody_wins_more_than_they_played(seat: Seat) -> None:
    game = seat.lies_on(WON_BY_HINTS["turn-3"], "turn-3")
    seat.wins(game)
    again = seat.restarts(game)
    seat.wins(again)
    assert Result.objects.get(game=again).practice
    assert record(seat, "turn-3")["all"]["win_percent"] == 100.0
    assert record(seat, "turn-3")["all"]["played"] == 1


def test_averages_and_bests_say_whom_they_count_and_rulesets_stand_apart(seat: Seat) -> None:
    lost = seat.begins("standard-3")
    seat.plays(lost, "draw")
    seat.concedes(lost)
    Result.objects.filter(game=lost).update(points=9_999, elapsed_ms=1)
    won = seat.lies_on(WON_BY_HINTS["standard-3"], "standard-3")
    seat.wins(won)
    points = Result.objects.get(game=won).points or 0
    of_three = record(seat, "standard-3")
    assert of_three["wins"]["best_points"] == points < 9_999
    assert of_three["wins"]["average_points"] == points
    assert of_three["wins"]["best_time_ms"] == Result.objects.get(game=won).elapsed_ms
    assert of_three["all"]["average_points"] == round((points + 9_999) / 2)
    assert [other["ruleset"] for other in statistics(seat.player)] == ["standard-3"]
    assert set(Result.objects.values_list("scoring_version", flat=True)) == {SCORING_VERSION}


def test_what_can_be_taken_back_outlives_leaving_and_redo_plays_it_all_again(seat: Seat) -> None:
    game = seat.begins("turn-3")
    start = game.position
    played = [seat.plays(game, "draw").after.position for _ in range(6)]
    elsewhere = Seat(seat.player, "phone")
    for _ in range(6):
        after = elsewhere.undoes(game).after
    assert after.position.text == start
    assert [elsewhere.redoes(game).after.position for _ in range(6)] == played


@committed
def test_of_many_requests_at_once_for_one_new_game_all_get_the_same(seat: Seat) -> None:
    def ask() -> int:
        creation = Creation("new", "once", 1)
        return begin(seat.player, RULESETS["turn-1"], Choice(Origin.RANDOM), creation=creation).game.pk

    assert len(set(at_once(*[ask] * 5))) == 1
    assert Game.objects.count() == 1


@committed
def test_of_many_new_games_at_once_one_stays_open_and_no_request_fails(seat: Seat) -> None:
    made = at_once(*[lambda: seat.begins("turn-1").pk] * 4)
    assert set(Game.objects.values_list("pk", flat=True)) == set(made)
    assert sorted(Game.objects.values_list("status", flat=True)) == ["playing", "void", "void", "void"]


@committed
def test_of_two_moves_at_once_neither_is_lost_without_a_word(seat: Seat) -> None:
    game = seat.begins("vegas-3")
    player, names = seat.player.pk, ("a", "b")

    def send(name: str, after: int) -> object:
        return play.play_moves(player, game.public_id, Command(after, name, 0), [parse_move("draw")])

    answers = at_once(*[lambda name=name: send(name, 1) for name in names])
    ((loser, stale),) = [(name, it) for name, it in zip(names, answers, strict=True) if isinstance(it, Stale)]
    assert stale.extra["version"] == 2
    assert missed(stale, "move") == ["draw"]
    send(loser, 2)
    seen = seat.sees(game)
    assert (seen.version, seen.now.moves, seen.points) == (3, 2, -52)


@committed
def test_of_an_undo_and_a_move_at_once_one_wins_and_the_other_gets_what_it_missed(seat: Seat) -> None:
    game = seat.begins("turn-3")
    seat.plays(game, "draw")
    player = seat.player.pk
    answers = at_once(
        lambda: play.undo(player, game.public_id, Command(2, "a", 1)),
        lambda: play.play_moves(player, game.public_id, Command(2, "b", 2), [parse_move("draw")]),
    )
    (stale,) = [answer for answer in answers if isinstance(answer, Stale)]
    winner = "undo" if isinstance(answers[1], Stale) else "move"
    assert missed(stale, "type") == [winner]
    log = [(line.event.number, line.event.type) for line in journal.read(game.pk)]
    assert log == [(1, "deal"), (2, "move"), (3, winner)]
