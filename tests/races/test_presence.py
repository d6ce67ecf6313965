from __future__ import annotations

from functools import partial

import pytest

from games.actions.problems import NotInRace
from games.actions.races import presence
from games.actions.races.claim import claim
from games.actions.races.looking import look
from games.actions.races.problems import NobodyAway, NotStarted, RaceOver
from games.actions.races.view import show_race
from games.klondike.moves import DRAW
from games.klondike.sight import Shown
from games.models import Presence, Race
from games.models.race import Start
from tests.races.field import TURN_1, at_once, move, named, outcomes, pass_time, people, places, running, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_leaving_is_per_connection() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    presence.connected(bob.pk, race.public_id, "phone")
    presence.connected(bob.pk, race.public_id, "laptop")
    presence.gone("phone")
    presence.gone("phone")
    assert player(race, 1)["connected"] is True
    presence.gone("laptop")
    assert player(race, 1)["connected"] is False
    presence.connected(bob.pk, race.public_id, "phone")
    presence.gone("laptop")
    assert player(race, 1)["connected"] is True


def test_all_see_how_long_the_absent_one_has_to_come_back() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    presence.connected(bob.pk, race.public_id, "phone")
    assert player(race, 1)["back_in_ms"] is None
    presence.gone("phone")
    pass_time(race, 10)
    assert 34_000 < player(race, 1)["back_in_ms"] <= 35_000


def test_nobody_is_claimed_within_the_grace_and_somebody_past_it() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    presence.connected(bob.pk, race.public_id, "phone")
    presence.gone("phone")
    pass_time(race, 44.5)
    with pytest.raises(NobodyAway) as refusal:
        claim(ann, race.public_id, named())
    wait_ms = refusal.value.extra["retry_after_ms"]
    assert isinstance(wait_ms, int)
    assert 0 < wait_ms <= 500
    pass_time(race, 0.5)
    claim(ann, race.public_id, named())
    race.refresh_from_db()
    assert (race.reason, outcomes(race), places(race)) == ("last_left", ["time", "absent"], [1, 2])


def test_one_who_is_back_is_not_claimed_however_long_they_were_away() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    presence.connected(bob.pk, race.public_id, "phone")
    presence.gone("phone")
    pass_time(race, 300)
    presence.connected(bob.pk, race.public_id, "tablet")
    with pytest.raises(NobodyAway) as refusal:
        claim(ann, race.public_id, named())
    assert "retry_after_ms" not in refusal.value.extra


def test_a_process_that_dies_leaves_its_players_away() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    presence.connected(bob.pk, race.public_id, "phone")
    pass_time(race, 14)
    presence.alive(["phone"])
    pass_time(race, 14)
    assert player(race, 1)["connected"] is True
    pass_time(race, 2)
    assert player(race, 1)["connected"] is False


def test_the_clock_runs_on_while_one_is_away() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, bob, DRAW)
    pass_time(race, 100)
    assert player(race, 1)["elapsed_ms"] > 100_000


def test_a_race_without_a_move_that_is_claimed_is_void() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    pass_time(race, 100)
    presence.connected(ann.pk, race.public_id, "phone")
    claim(ann, race.public_id, named())
    assert Race.objects.get(pk=race.pk).status == "void"


def test_there_is_nothing_to_claim_before_the_start_after_the_end_or_in_a_challenge() -> None:
    ann, bob = people(2)
    with pytest.raises(NotStarted):
        claim(ann, seated(ann, bob).public_id, named())
    challenge = seated(ann, bob, terms=TURN_1._replace(start=Start.OWN))
    with pytest.raises(NotInRace):
        claim(ann, challenge.public_id, named())
    race = running(ann, bob)
    pass_time(race, 600)
    with pytest.raises(RaceOver):
        claim(ann, race.public_id, named())


def test_hundreds_of_reconnections_leave_few_rows() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    for number in range(100):
        presence.connected(bob.pk, race.public_id, f"socket-{number}")
        presence.gone(f"socket-{number}")
        if number % 10 == 0:
            pass_time(race, 40)
    assert Presence.objects.count() < 90
    assert player(race, 1)["connected"] is False


def test_connections_that_come_and_go_at_once_are_counted_right() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    for number in range(6):
        presence.connected(bob.pk, race.public_id, f"old-{number}")
        at_once(
            partial(presence.gone, f"old-{number}"),
            partial(presence.connected, bob.pk, race.public_id, f"new-{number}"),
            partial(presence.alive, [f"old-{number}", f"new-{number}"]),
        )
        assert player(race, 1)["connected"] is True
        presence.gone(f"new-{number}")
        presence.gone(f"old-{number}")
        assert player(race, 1)["connected"] is False


def test_a_stranger_makes_nobody_present() -> None:
    ann, bob, eve = people(3)
    race = running(ann, bob)
    presence.connected(eve.pk, race.public_id, "phone")
    presence.requested(eve.pk, race.public_id)
    assert not Presence.objects.exists()


def player(race: Race, seat: int) -> Shown:
    seen = look(people_of(race)[0], race.public_id)
    shown: Shown = show_race(seen)["players"][seat]
    return shown


def people_of(race: Race) -> list:  # type: ignore[type-arg]
    return [entry.player for entry in race.entries.select_related("player").order_by("seat")]
