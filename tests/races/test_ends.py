from __future__ import annotations

import pytest

from games import journal
from games.actions import play
from games.actions.now import ms_of, now_ms
from games.actions.play import Command
from games.actions.problems import NotInRace
from games.actions.races.closing import catch_up
from games.actions.races.deadlines import act_on_due
from games.actions.races.forfeit import forfeit
from games.actions.races.problems import RaceOver
from games.actions.races.ranking import Figures
from games.actions.races.ranking import places as ranked
from games.klondike.moves import DRAW
from games.models import Deal, Game, Race, Result
from tests.races.field import (
    POINTS,
    game_of,
    move,
    named,
    outcomes,
    pass_time,
    people,
    places,
    running,
    up_to_the_win,
    winning_line,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_win_ends_the_race_for_all() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, bob, DRAW)
    move(race, ann, *up_to_the_win(race, ann))
    race.refresh_from_db()
    assert (race.status, race.reason, places(race)) == ("finished", "won", [1, 2])
    lost = game_of(race, bob)
    assert (lost.status, lost.ended_by) == ("lost", "race")
    last = journal.read(lost.pk)[-1].event
    assert (last.type, last.detail, last.by) == ("end", "race", "server")
    assert {result.player_id: result.won for result in Result.objects.all()} == {ann.pk: True, bob.pk: False}


def test_a_move_after_the_end_is_refused_and_says_what_was_missed() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, bob, DRAW)
    move(race, ann, *up_to_the_win(race, ann))
    with pytest.raises(RaceOver) as refusal:
        play.play_moves(bob.pk, game_of(race, bob).public_id, Command(2, "late", 1), [DRAW])
    assert refusal.value.extra["version"] == 3
    assert [event["type"] for event in refusal.value.extra["events"]] == ["end"]  # type: ignore[attr-defined]
    with pytest.raises(RaceOver):
        forfeit(bob, race.public_id, named())


def test_a_move_that_was_acknowledged_before_the_end_keeps_its_answer() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    command = Command(1, "mine", 1)
    game = game_of(race, bob).public_id
    first = play.play_moves(bob.pk, game, command, [DRAW]).show()
    move(race, ann, *up_to_the_win(race, ann))
    again = play.play_moves(bob.pk, game, command, [DRAW]).show()
    assert again == {**first, "repeated": True, "latest_version": 3}


def test_a_move_past_the_time_limit_is_refused_though_nobody_has_ended_the_race() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    pass_time(race, 600)
    with pytest.raises(RaceOver):
        move(race, bob, DRAW)
    race.refresh_from_db()
    assert (race.status, race.reason) == ("finished", "limit")


def test_a_move_that_came_in_time_is_dated_in_time_however_long_the_rest_of_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    late_ms = 0

    def in_time(game: int, player: int) -> bool:
        nonlocal late_ms
        had_any = catch_up(game, player)
        late_ms = 3_600_000
        return had_any

    monkeypatch.setattr(play, "catch_up", in_time)
    monkeypatch.setattr(play, "now_ms", lambda: now_ms() + late_ms)
    move(race, ann, DRAW)
    race.refresh_from_db()
    assert race.ends_at is not None
    assert journal.read(game_of(race, ann).pk)[-1].event.at <= ms_of(race.ends_at)


def test_the_winning_move_counts_up_to_the_limit_and_not_past_it() -> None:
    for left_s, status in ((10, "won"), (0, "limit")):
        ann, bob = people(2)
        race = running(ann, bob)
        last = up_to_the_win(race, ann)
        race.refresh_from_db()
        pass_time(race, (race.ends_at - race.starts_at).total_seconds() - left_s)  # type: ignore[operator]
        if status == "won":
            move(race, ann, *last)
        else:
            with pytest.raises(RaceOver):
                move(race, ann, *last)
        race.refresh_from_db()
        assert race.reason == status


def test_the_clock_of_a_game_that_ran_out_shows_the_limit() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    pass_time(race, 700)
    act_on_due()
    assert {game.elapsed_ms for game in Game.objects.all()} == {600_000}


def test_at_the_limit_cards_home_decide() -> None:
    ann, bob, eve = people(3)
    race = running(ann, bob, eve)
    move(race, ann, *winning_line()[:20])
    move(race, eve, *winning_line()[:60])
    pass_time(race, 600)
    act_on_due()
    homes = [game_of(race, player).history.position.home for player in (ann, bob, eve)]
    assert homes[2] > homes[0] >= homes[1]
    assert places(race)[2] == 1
    assert outcomes(race) == ["time", "time", "time"]


@pytest.mark.parametrize(
    ("banked", "wanted"),
    [
        ([Figures(10, 0, None, 5), Figures(11, 0, None, 50)], [2, 1]),
        ([Figures(10, 40, None, 5), Figures(10, 50, None, 50)], [2, 1]),
        ([Figures(52, 0, 9_000, 5), Figures(52, 0, 8_000, 50)], [2, 1]),
        ([Figures(52, 0, 9_000, 100), Figures(52, 0, 9_000, 99)], [2, 1]),
        (
            [Figures(3, 0, None, 7), Figures(9, 0, None, 7), Figures(9, 0, None, 7), Figures(9, 0, None, 8)],
            [4, 1, 1, 3],
        ),
        ([None, Figures(0, 0, None, 0)], [None, 1]),
    ],
)
def test_places_go_by_cards_then_points_then_time_then_moves(
    banked: list[Figures | None], wanted: list[int | None]
) -> None:
    assert ranked(banked) == wanted


def test_the_last_one_left_is_first_whatever_the_others_had_banked() -> None:
    assert ranked([Figures(40, 0, None, 9), Figures(0, 0, None, 1)], winner=1) == [2, 1]


def test_a_forfeit_leaves_the_race_to_the_last_one_left_and_keeps_what_was_banked() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, *winning_line()[:60])
    home = game_of(race, ann).history.position.home
    forfeit(ann, race.public_id, named())
    race.refresh_from_db()
    assert (race.status, race.reason, places(race)) == ("finished", "last_left", [2, 1])
    assert outcomes(race) == ["forfeited", "time"]
    banked = game_of(race, ann)
    assert (banked.history.position.home, banked.ended_by) == (home, "conceded")


def test_of_three_two_play_on_when_one_forfeits_and_the_bank_counts() -> None:
    ann, bob, eve = people(3)
    race = running(ann, bob, eve)
    move(race, ann, *winning_line()[:60])
    forfeit(ann, race.public_id, named())
    move(race, bob, DRAW)
    pass_time(race, 600)
    act_on_due()
    assert places(race)[0] == 1
    race.refresh_from_db()
    assert race.reason == "limit"


def test_conceding_the_game_is_forfeiting_the_race() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, bob, DRAW)
    answer = play.concede(ann.pk, game_of(race, ann).public_id, Command(1, "enough", 1))
    assert answer.after.ended_by == "conceded"
    assert outcomes(race) == ["forfeited", "time"]
    again = play.concede(ann.pk, game_of(race, ann).public_id, Command(1, "enough", 1))
    assert again.latest == 2


def test_a_race_in_which_nobody_moved_is_void() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    forfeit(ann, race.public_id, named())
    race.refresh_from_db()
    assert (race.status, race.reason, places(race)) == ("void", "nobody_moved", [None, None])
    assert not Result.objects.exists()


def test_a_race_for_points_goes_on_after_a_win() -> None:
    ann, bob = people(2)
    race = running(ann, bob, terms=POINTS)
    move(race, ann, *up_to_the_win(race, ann))
    race.refresh_from_db()
    assert (race.status, outcomes(race)) == ("running", ["won", None])
    move(race, bob, *up_to_the_win(race, bob))
    race.refresh_from_db()
    assert (race.status, race.reason) == ("finished", "stopped")
    assert sorted(place for place in places(race) if place) in ([1, 2], [1, 1])


@pytest.mark.parametrize("verb", [play.pause, play.resume])
def test_a_race_is_not_paused(verb: object) -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    with pytest.raises(NotInRace):
        verb(ann.pk, game_of(race, ann).public_id, Command(1, "p", 1))  # type: ignore[operator]


def test_the_deal_stays_closed_until_the_whole_race_is_over() -> None:
    ann, bob, eve = people(3)
    race = running(ann, bob, eve)
    move(race, ann, DRAW)
    forfeit(ann, race.public_id, named())
    assert Deal.objects.get(pk=race.deal_id).opens_at is None
    forfeit(bob, race.public_id, named())
    assert Race.objects.get(pk=race.pk).over
    assert Deal.objects.get(pk=race.deal_id).opens_at is not None
