from __future__ import annotations

import pytest

from games.actions.races.forfeit import forfeit
from games.actions.races.leave import leave
from games.actions.races.problems import NotOver
from games.actions.races.rematch import rematch
from games.klondike.moves import DRAW
from games.models import Entry, Race
from tests.races.field import TURN_1, entry_of, move, named, people, running, seated

pytestmark = pytest.mark.django_db(transaction=True)


def over(*players: object) -> Race:
    race = running(*players, terms=TURN_1._replace(time_limit_s=333))  # type: ignore[arg-type]
    move(race, players[0], DRAW)  # type: ignore[arg-type]
    for player in players[1:]:
        forfeit(player, race.public_id, named())  # type: ignore[arg-type]
    return race


def test_a_rematch_has_the_same_seats_and_terms_and_a_new_deal() -> None:
    ann, bob = people(2)
    race = over(ann, bob)
    rematch(bob, race.public_id, named())
    again = Race.objects.get(rematch_of=race)
    assert (again.seats, again.time_limit_s, again.rules) == (race.seats, race.time_limit_s, race.rules)
    assert again.deal_id != race.deal_id
    assert again.code != race.code
    assert set(again.entries.values_list("player", flat=True)) == {ann.pk, bob.pk}
    assert (entry_of(again, bob).ready, entry_of(again, ann).ready) == (True, False)
    rematch(ann, race.public_id, named())
    again.refresh_from_db()
    assert again.status == "countdown"


def test_one_who_does_not_want_to_leaves_their_seat_to_another() -> None:
    ann, bob = people(2)
    race = over(ann, bob)
    rematch(bob, race.public_id, named())
    again = Race.objects.get(rematch_of=race)
    leave(ann, again.public_id, named())
    rematch(ann, race.public_id, named())
    again.refresh_from_db()
    assert again.status == "open"
    assert Entry.objects.filter(race=again).count() == 1


def test_there_is_no_rematch_of_a_race_that_goes_on() -> None:
    ann, bob = people(2)
    for race in (seated(ann, bob), running(ann, bob)):
        with pytest.raises(NotOver):
            rematch(ann, race.public_id, named())


def test_one_who_races_elsewhere_gets_the_rematch_but_is_not_ready_for_it() -> None:
    ann, bob, eve = people(3)
    race = over(ann, bob)
    running(ann, eve)
    rematch(ann, race.public_id, named())
    assert entry_of(Race.objects.get(rematch_of=race), ann).ready is False


def test_a_rematch_can_have_a_rematch() -> None:
    ann, bob = people(2)
    race = over(ann, bob)
    rematch(ann, race.public_id, named())
    again = Race.objects.get(rematch_of=race)
    leave(ann, again.public_id, named())
    leave(bob, again.public_id, named())
    rematch(bob, race.public_id, named())
    assert Race.objects.get(pk=again.pk).status == "void"
