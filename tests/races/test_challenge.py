"""Races in which each starts when they like."""

from __future__ import annotations

import pytest

from games.actions.races.deadlines import act_on_due
from games.actions.races.forfeit import forfeit
from games.actions.races.join import join
from games.actions.races.leave import leave
from games.actions.races.problems import NotStarted, RaceOver, RaceStarted
from games.actions.races.ready import ready
from games.klondike.moves import DRAW
from games.models import Deal, Entry, Game, Race
from games.models.race import Start
from tests.races.field import (
    TURN_1,
    entry_of,
    game_of,
    move,
    named,
    outcomes,
    pass_time,
    people,
    places,
    seated,
    up_to_the_win,
)

pytestmark = pytest.mark.django_db(transaction=True)
CHALLENGE = TURN_1._replace(start=Start.OWN)
HOURS = 3600


def test_each_plays_on_their_own_clock_and_the_result_comes_when_all_are_done() -> None:
    ann, bob = people(2)
    race = seated(ann, bob, terms=CHALLENGE)
    ready(ann, race.public_id, named())
    pass_time(race, 60)
    move(race, ann, *up_to_the_win(race, ann))
    race.refresh_from_db()
    assert (race.status, outcomes(race)) == ("running", ["won", None])
    assert Deal.objects.get(pk=race.deal_id).opens_at is None
    pass_time(race, 24 * HOURS)
    ready(bob, race.public_id, named())
    pass_time(race, 30)
    move(race, bob, *up_to_the_win(race, bob))
    race.refresh_from_db()
    assert (race.status, race.reason) == ("finished", "stopped")
    assert places(race) == [2, 1]
    assert game_of(race, bob).elapsed_ms < game_of(race, ann).elapsed_ms


def test_ones_own_time_runs_out_while_the_other_has_not_begun() -> None:
    ann, bob = people(2)
    race = seated(ann, bob, terms=CHALLENGE)
    ready(ann, race.public_id, named())
    move(race, ann, DRAW)
    pass_time(race, 600)
    act_on_due()
    race.refresh_from_db()
    assert (race.status, outcomes(race)) == ("running", ["time", None])
    assert game_of(race, ann).elapsed_ms == 600_000
    with pytest.raises(RaceOver):
        move(race, ann, DRAW)
    ready(bob, race.public_id, named())
    move(race, bob, DRAW)
    forfeit(bob, race.public_id, named())
    race.refresh_from_db()
    assert race.reason == "stopped"
    assert places(race) == [1, 1]


def test_the_time_of_one_who_stopped_before_it_was_up_holds_up_nobody() -> None:
    ann, bob = people(2)
    race = seated(ann, bob, terms=CHALLENGE)
    ready(ann, race.public_id, named())
    move(race, ann, DRAW)
    forfeit(ann, race.public_id, named())
    pass_time(race, 400)
    ready(bob, race.public_id, named())
    pass_time(race, 300)
    move(race, bob, *up_to_the_win(race, bob))
    race.refresh_from_db()
    assert (race.reason, outcomes(race)) == ("stopped", ["forfeited", "won"])


def test_a_challenge_has_nothing_due_again_once_that_was_seen_to() -> None:
    ann, bob = people(2)
    race = seated(ann, bob, terms=CHALLENGE)
    ready(ann, race.public_id, named())
    forfeit(ann, race.public_id, named())
    pass_time(race, 600)
    act_on_due()
    race.refresh_from_db()
    assert race.due_at == race.ends_at


def test_the_window_ends_it_for_whoever_has_not_begun() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob, eve, terms=CHALLENGE)
    ready(ann, race.public_id, named())
    move(race, ann, DRAW)
    forfeit(ann, race.public_id, named())
    pass_time(race, 47.9 * HOURS)
    ready(bob, race.public_id, named())
    ends_at, window = entry_of(race, bob).ends_at, Race.objects.get(pk=race.pk).ends_at
    assert ends_at is not None
    assert window is not None
    assert ends_at <= window
    move(race, bob, DRAW)
    pass_time(race, 0.2 * HOURS)
    act_on_due()
    race.refresh_from_db()
    assert (race.status, race.reason) == ("finished", "window")
    assert outcomes(race) == ["forfeited", "time", "unstarted"]
    assert places(race) == [1, 1, None]


def test_a_challenge_that_nobody_took_up_is_void() -> None:
    ann, bob = people(2)
    race = seated(ann, bob, terms=CHALLENGE)
    ready(ann, race.public_id, named())
    pass_time(race, 48 * HOURS)
    act_on_due()
    assert Race.objects.get(pk=race.pk).status == "void"


def test_one_can_join_a_challenge_that_others_have_begun() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob, terms=CHALLENGE)
    Race.objects.filter(pk=race.pk).update(seats=3)
    ready(ann, race.public_id, named())
    join(eve, race.code)
    ready(eve, race.public_id, named())
    assert Game.objects.filter(entry__race=race).count() == 2


def test_ready_twice_deals_one_game_and_before_it_there_is_nothing_to_forfeit() -> None:
    ann, bob = people(2)
    race = seated(ann, bob, terms=CHALLENGE)
    with pytest.raises(NotStarted):
        forfeit(ann, race.public_id, named())
    ready(ann, race.public_id, named())
    ready(ann, race.public_id, named())
    assert Game.objects.count() == 1
    with pytest.raises(RaceStarted):
        leave(ann, race.public_id, named())
    leave(bob, race.public_id, named())
    assert Entry.objects.filter(race=race).count() == 1


def test_a_challenge_keeps_nobody_from_other_races() -> None:
    ann, bob = people(2)
    one, other = seated(ann, bob, terms=CHALLENGE), seated(ann, bob)
    ready(ann, one.public_id, named())
    ready(ann, other.public_id, named())
    assert entry_of(other, ann).engaged
