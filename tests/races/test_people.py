from __future__ import annotations

from functools import partial

import pytest

from accounts.actions import deletion, merge, sessions
from accounts.actions.export import export
from accounts.models import Player
from accounts.problems import Busy, SessionEnded
from games.actions.problems import NotInRace
from games.actions.races.create import create
from games.actions.races.forfeit import forfeit
from games.actions.races.join import join
from games.actions.races.ready import ready
from games.actions.races.rematch import rematch
from games.actions.statistics import statistics
from games.klondike.moves import DRAW
from games.models import Entry, Race, Result
from tests.races.field import TURN_1, at_once, entry_of, move, named, outcomes, people, running, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_who_leaves_for_good_forfeits_and_leaves_every_race_first() -> None:
    ann, bob = people(2)
    going, open_ = running(ann, bob), seated(ann, bob)
    move(going, bob, DRAW)
    deletion.delete(ann, None)
    assert outcomes(going) == ["forfeited", "time"]
    assert Race.objects.get(pk=going.pk).reason == "last_left"
    assert list(Entry.objects.filter(race=open_).values_list("player", flat=True)) == [bob.pk]


def test_leaving_for_good_stops_a_countdown() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    ready(ann, race.public_id, named())
    ready(bob, race.public_id, named())
    deletion.delete(ann, None)
    race.refresh_from_db()
    assert race.status == "open"


def test_two_who_leave_for_good_at_once_do_not_wait_for_each_other() -> None:
    for _ in range(5):
        ann, bob = people(2)
        races = [running(ann, bob), seated(ann, bob), seated(bob, ann)]
        move(races[0], bob, DRAW)
        at_once(partial(deletion.delete, ann, None), partial(deletion.delete, bob, None))
        assert all(Race.objects.get(pk=race.pk).over for race in races)


def test_a_request_that_was_on_its_way_seats_nobody_who_has_left_for_good() -> None:
    ann, bob, eve = people(3)
    over, open_ = running(ann, bob), create(bob, TURN_1).race
    forfeit(ann, over.public_id, named())
    left = Player.objects.get(pk=ann.pk)
    deletion.delete(left, None)
    ways = (
        partial(create, ann, TURN_1),
        partial(join, ann, open_.code),
        partial(rematch, ann, over.public_id, named()),
    )
    for sit in ways:
        with pytest.raises(SessionEnded):
            sit()
    assert not Entry.objects.filter(player=ann, race__due_at__isnull=False).exists()
    again = rematch(bob, over.public_id, named())
    assert again.events[0].detail["race"] == Race.objects.get(rematch_of=over).public_id
    assert list(Entry.objects.filter(race__rematch_of=over).values_list("player", flat=True)) == [bob.pk]
    assert join(eve, open_.code).race.status == "ready"


def test_who_leaves_for_good_while_sitting_down_leaves_no_seat_behind() -> None:
    (bob,) = people(1)
    for _ in range(8):
        (ann,) = people(1)
        race = create(bob, TURN_1._replace(seats=8)).race
        _, deleted = at_once(partial(join, ann, race.code), partial(deletion.delete, ann, None))
        gone = Player.objects.get(pk=ann.pk).deleted_at is not None
        assert gone is not isinstance(deleted, Busy)
        assert Entry.objects.filter(race=race, player=ann).exists() is not gone
        deletion.delete(bob, None)
        (bob,) = people(1)


def guest_and_account() -> tuple[Player, Player, str]:
    guest, account = Player.objects.create(), Player.objects.create(guest=False)
    return guest, account, sessions.open_session(guest, "").pk


def test_neither_may_be_in_a_race_when_a_guest_is_merged() -> None:
    guest, account, token = guest_and_account()
    (bob,) = people(1)
    seated(guest, bob)
    with pytest.raises(NotInRace):
        merge.merge(account, token, "m")
    assert Player.objects.get(pk=guest.pk).is_active


def test_a_guests_finished_races_become_the_accounts() -> None:
    guest, account, token = guest_and_account()
    (bob,) = people(1)
    race = running(guest, bob)
    move(race, guest, DRAW)
    forfeit(bob, race.public_id, named())
    merge.merge(account, token, "m")
    assert entry_of(race, account).place == 1


def test_the_export_has_the_races_and_no_card_of_one_that_goes_on() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    (exported,) = export(ann)["races"]
    assert (exported["id"], exported["reveal"]) == (race.public_id, None)
    assert race.deal.cards not in str(export(ann))
    forfeit(bob, race.public_id, named())
    (exported,) = export(ann)["races"]
    assert exported["reveal"]["deck"] is not None


def test_races_stand_apart_from_solo_statistics() -> None:
    ann, bob = people(2)
    before = statistics(ann)
    race = running(ann, bob)
    move(race, ann, DRAW)
    forfeit(bob, race.public_id, named())
    assert Result.objects.get(player=ann).origin == "race"
    assert statistics(ann) == before
