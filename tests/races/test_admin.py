from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from games.actions.races.forfeit import forfeit
from games.klondike.moves import DRAW
from tests.races.field import move, named, people, running

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r"(?<![\w-])[A2-9TJQK][CDHScdhs](?![\w-])")


@pytest.fixture
def operator(transactional_db: None) -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("Root", "root@example.org", "seven of diamonds"))
    return client


def text_of(operator: Client, path: str) -> str:
    response = operator.get(f"/admin/games/race/{path}")
    assert response.status_code == 200
    return re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)


def test_a_race_is_found_and_shown_with_its_players_and_its_log(operator: Client) -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    forfeit(bob, race.public_id, named())
    assert race.public_id in text_of(operator, f"?q={ann.public_id}")
    text = text_of(operator, f"{race.pk}/change/")
    assert "8 stopped" in text
    assert "9 finished" in text
    assert "outcome forfeited · place 2" in text


def test_no_card_of_a_race_is_on_the_operators_pages(operator: Client) -> None:
    race = running(*people(2))
    for path in ("", f"{race.pk}/change/"):
        text = text_of(operator, path)
        assert CARD.findall(text) == []
        assert race.deal.cards not in text
        assert bytes(race.deal.seed or b"").hex() not in text
