from __future__ import annotations

import pytest

from accounts.problems import IdReused, NotFound
from games import journal
from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.deadlines import act_on_due
from games.actions.races.forfeit import forfeit
from games.actions.races.join import join
from games.actions.races.leave import leave
from games.actions.races.problems import Engaged, NotStarted, RaceFull, RaceOver, RaceStarted, TooManyRaces
from games.actions.races.ready import ready
from games.models import Game, Race, RaceEvent
from tests.races.field import TURN_1, entry_of, named, pass_time, people, running, seated

pytestmark = pytest.mark.django_db(transaction=True)


def told(race: Race) -> list[str]:
    """The race's log, which must be numbered without a gap up to `seq`."""
    events = list(RaceEvent.objects.filter(race=race.pk))
    race.refresh_from_db()
    assert [event.number for event in events] == list(range(1, race.seq + 1))
    return [str(event.type) for event in events]


def test_a_race_goes_from_open_to_running() -> None:
    ann, bob = people(2)
    race = create(ann, TURN_1).race
    assert race.status == "open"
    join(bob, race.code.lower())
    race.refresh_from_db()
    assert race.status == "ready"
    ready(ann, race.public_id, named())
    ready(bob, race.public_id, named())
    race.refresh_from_db()
    assert race.status == "countdown"
    act_on_due()
    assert not Game.objects.exists()
    pass_time(race, 3)
    act_on_due()
    assert told(race) == ["created", "joined", "joined", "ready", "ready", "countdown", "started"]
    assert race.status == "running"


def test_all_games_are_of_one_deal_and_start_at_the_announced_moment() -> None:
    race = running(*people(3))
    games = Game.objects.all()
    assert {game.deal_id for game in games} == {race.deal_id}
    assert race.starts_at is not None
    started = {round(race.starts_at.timestamp() * 1000)}
    assert {game.started_at for game in games} == started
    assert {journal.read(game.pk)[0].event.detail for game in games} == {"race"}


def test_a_start_that_comes_late_takes_no_time_from_anybody() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    ready(ann, race.public_id, named())
    ready(bob, race.public_id, named())
    pass_time(race, 400)
    act_on_due()
    race.refresh_from_db()
    game = Game.objects.first()
    assert game is not None
    assert game.history.clock.charge(round(race.due_at.timestamp() * 1000)) > 599_000  # type: ignore[union-attr]


def test_joining_again_changes_nothing_and_gives_the_race() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    assert join(bob, race.code).race.seq == race.seq + 1
    assert len(told(race)) == 3


def test_a_full_race_takes_nobody_else() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob)
    with pytest.raises(RaceFull):
        join(eve, race.code)
    with pytest.raises(NotFound):
        join(eve, "ABCDEF")


def test_a_seat_that_is_left_is_free_for_another() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob)
    ready(ann, race.public_id, named())
    leave(bob, race.public_id, named())
    race.refresh_from_db()
    assert race.status == "open"
    join(eve, race.code)
    ready(eve, race.public_id, named())
    race.refresh_from_db()
    assert race.status == "countdown"


def test_leaving_stops_the_countdown() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    ready(ann, race.public_id, named())
    ready(bob, race.public_id, named())
    leave(bob, race.public_id, named())
    pass_time(race, 5)
    act_on_due()
    race.refresh_from_db()
    assert (race.status, race.starts_at) == ("open", None)


def test_the_last_one_to_leave_ends_the_race() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    leave(ann, race.public_id, named())
    leave(bob, race.public_id, named())
    assert told(race)[-2:] == ["left", "void"]
    with pytest.raises(RaceOver):
        join(ann, race.code)


def test_nobody_leaves_or_joins_a_running_race() -> None:
    ann, bob, eve = people(3)
    race = running(ann, bob)
    with pytest.raises(RaceStarted):
        leave(ann, race.public_id, named())
    with pytest.raises(RaceFull):
        join(eve, race.code)


def test_nobody_forfeits_before_the_start_or_from_outside() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob)
    with pytest.raises(NotStarted):
        forfeit(ann, race.public_id, named())
    with pytest.raises(NotFound):
        forfeit(eve, race.public_id, named())


def test_a_command_repeated_is_done_once_and_answered_alike() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    command = named()
    first = ready(ann, race.public_id, command)
    again = ready(ann, race.public_id, command)
    assert [event.number for event in again.events] == [event.number for event in first.events] == [4]
    assert again.repeated
    with pytest.raises(IdReused):
        leave(ann, race.public_id, Command(command.id, command.digest + 1))
    assert leave(bob, race.public_id, command).repeated is False  # another player's name for another command
    assert leave(bob, race.public_id, command).repeated is True


def test_a_race_is_created_once_under_one_name() -> None:
    (ann,) = people(1)
    command = named()
    assert create(ann, TURN_1, command).race == create(ann, TURN_1, command).race
    with pytest.raises(IdReused):
        create(ann, TURN_1, Command(command.id, command.digest + 1))


def test_a_player_has_three_races_open_at_most() -> None:
    (ann,) = people(1)
    races = [create(ann, TURN_1).race for _ in range(3)]
    with pytest.raises(TooManyRaces):
        create(ann, TURN_1)
    leave(ann, races[0].public_id, named())
    assert create(ann, TURN_1).race.status == "open"


def test_a_race_that_nobody_starts_is_void_after_half_an_hour() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    pass_time(race, 1799)
    act_on_due()
    assert told(race)[-1] == "joined"
    pass_time(race, 1)
    act_on_due()
    assert told(race)[-1] == "void"
    assert race.reason == "unstarted"


def test_a_player_is_ready_for_one_race_at_a_time() -> None:

    ann, bob = people(2)
    one, other = seated(ann, bob), seated(ann, bob)
    ready(ann, one.public_id, named())
    with pytest.raises(Engaged):
        ready(ann, other.public_id, named())
    leave(ann, one.public_id, named())
    ready(ann, other.public_id, named())
    assert entry_of(other, ann).engaged
