from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.problems import NotFound
from games.actions.races.create import create
from games.actions.races.looking import look, look_by_code
from games.actions.races.view import show_preview, show_race, snapshot
from games.klondike.moves import DRAW
from games.models import Race
from games.models.race import Spectators, Visibility
from tests.races.field import TURN_1, move, people, running, seated

pytestmark = pytest.mark.django_db(transaction=True)


def sees(viewer: Player, race: Race, code: str | None = None) -> bool:
    try:
        look(viewer, race.public_id, code)
    except NotFound:
        return False
    return True


@pytest.mark.parametrize(
    ("spectators", "without", "with_code"),
    [(Spectators.ANYONE, True, True), (Spectators.CODE, False, True), (Spectators.NONE, False, False)],
)
def test_spectators_are_let_in_as_the_race_says(spectators: Spectators, without: bool, with_code: bool) -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob, terms=TURN_1._replace(spectators=spectators))
    assert sees(ann, race)
    assert sees(eve, race) is without
    assert sees(eve, race, "ABCDEF") is without
    assert sees(eve, race, race.code.lower()) is with_code


def test_a_wrong_code_for_a_race_tells_no_more_than_if_the_race_were_not_there() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob)
    with pytest.raises(NotFound) as hidden:
        look(eve, race.public_id, "ABCDEF")
    with pytest.raises(NotFound) as absent:
        look(eve, "nobodysrace1", "ABCDEF")
    assert hidden.value.document() == absent.value.document()


def test_a_stranger_is_told_neither_the_code_nor_the_link_that_has_it() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob, terms=TURN_1._replace(spectators=Spectators.ANYONE))
    assert race.code not in str(show_race(look(eve, race.public_id)))
    assert show_race(look(ann, race.public_id))["code"] == race.code


def test_a_race_that_is_open_to_all_shows_its_code_until_it_is_full() -> None:
    ann, eve = people(2)
    race = create(ann, TURN_1._replace(visibility=Visibility.OPEN, spectators=Spectators.NONE)).race
    assert show_race(look(eve, race.public_id))["code"] == race.code


def test_a_preview_names_who_sits_and_what_is_free() -> None:
    ann, bob, eve = people(3)
    race = seated(ann, bob)
    Race.objects.filter(pk=race.pk).update(seats=4)
    preview = show_preview(look_by_code(eve, race.code.lower()))
    assert [player["id"] for player in preview["players"]] == [ann.public_id, bob.public_id]
    assert preview["free"] == 2


def test_others_see_progress_and_only_the_player_sees_the_game() -> None:
    ann, bob, eve = people(3)
    race = running(ann, bob, terms=TURN_1._replace(spectators=Spectators.ANYONE))
    move(race, ann, DRAW)
    for viewer in (bob, eve):
        shown = show_race(look(viewer, race.public_id))
        assert [player["moves"] for player in shown["players"]] == [1, 0]
        assert [player["face_down"] for player in shown["players"]] == [21, 21]
        assert [player["game"] for player in shown["players"]] == [None, None]
    assert snapshot(look(ann, race.public_id))["game"]["moves"] == 1
    assert snapshot(look(eve, race.public_id))["game"] is None
