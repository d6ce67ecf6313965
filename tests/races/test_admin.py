from __future__ import annotations

import pytest
from django.test import Client

from games.actions.races.forfeit import forfeit
from games.klondike.moves import DRAW
from tests.admin import CARD, page
from tests.races.field import move, named, people, running

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_race_is_found_and_shown_with_its_players_and_its_log(operator: Client) -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    forfeit(bob, race.public_id, named())
    assert race.public_id in page(operator, "race", q=ann.public_id)
    text = page(operator, "race", race.pk)
    assert "8 stopped" in text
    assert "9 finished" in text
    assert "outcome forfeited · place 2" in text


def test_no_card_of_a_race_is_on_the_operators_pages(operator: Client) -> None:
    race = running(*people(2))
    for text in (page(operator, "race"), page(operator, "race", race.pk)):
        assert CARD.findall(text) == []
        assert race.deal.cards not in text
        assert bytes(race.deal.seed or b"").hex() not in text
