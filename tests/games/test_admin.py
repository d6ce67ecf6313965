"""The operator finds games and looks at them; a closed deal stays closed, and nothing is changed."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.klondike.sight import known_cards
from games.models import Game, Result
from games.models.game import Origin
from tests.admin import CARD, page
from tests.games.seat import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    return Seat()


def test_a_game_is_shown_with_its_log_its_tables_its_player_and_its_result(operator: Client, seat: Seat) -> None:
    game = seat.begins("turn-3", Origin.NUMBER, number="1")
    seat.plays(game, "draw")
    seat.concedes(game)
    text = page(operator, "game", game.pk)
    assert ">2. move draw · player · " in text
    assert ">3. end conceded · player · " in text
    assert text.count("<pre>") == 3
    assert "??" not in text
    assert f"/admin/accounts/player/{seat.player.pk}/change/" in text
    assert f"/admin/games/result/{game.pk}/change/" in text
    assert "conceded" in page(operator, "result", game.pk)


def test_no_page_names_an_unknown_card_or_the_seed_while_the_deal_is_closed(operator: Client, seat: Seat) -> None:
    game = seat.begins("turn-3")
    seat.plays(game, "draw")
    seat.undoes(game)
    known = {card.text for card in known_cards(seat.sees(game))}
    pages = [page(operator, model) for model in ("game", "deal", "result")]
    pages += [page(operator, "game", game.pk), page(operator, "deal", game.deal_id)]
    pages += [page(operator, "game", q=game.public_id)]
    for text in pages:
        assert {card.upper() for card in CARD.findall(text)} <= known
        assert bytes(game.deal.seed or b"").hex() not in text
    assert "??" in pages[3]
    seat.concedes(game)
    opened = page(operator, "deal", game.deal_id)
    assert len(set(CARD.findall(opened))) == 52
    assert bytes(game.deal.seed or b"").hex() in opened
    assert "??" not in page(operator, "game", game.pk)


def test_no_card_is_told_by_how_many_rows_a_list_has(operator: Client, seat: Seat) -> None:
    deal = seat.begins("turn-3").deal
    asked = {"deal": "cards__startswith", "game": "position__contains", "verdict": "shelf__verdicts__line__contains"}
    for model, lookup in asked.items():
        assert operator.get(f"/admin/games/{model}/", {lookup: deal.cards[:2]}).status_code == 400
    assert f">{deal.pk}</a>" in page(operator, "deal", source__exact="secret")
    assert f">{deal.pk}</a>" not in page(operator, "deal", source__exact="text")
    for query in ({"status__exact": "won"}, {"ruleset": "turn-1"}, {"practice__exact": "1"}):
        assert seat.player.public_id not in page(operator, "game", **query)


@pytest.mark.parametrize("by", ["game", "player", "name"])
def test_games_and_results_are_found_by_id_and_by_player(operator: Client, seat: Seat, by: str) -> None:
    other = Seat()
    games = [one.begins("turn-3") for one in (seat, other)]
    for one, game in zip((seat, other), games, strict=True):
        one.plays(game, "draw")
        one.concedes(game)
    text = {"game": games[0].public_id, "player": seat.player.public_id, "name": seat.player.name}[by]
    for model in ("game", "result"):
        found = page(operator, model, q=text)
        assert games[0].public_id in found
        assert games[1].public_id not in found


@pytest.mark.parametrize("model", ["game", "deal", "result"])
def test_a_list_takes_as_many_queries_for_many_rows_as_for_one(operator: Client, model: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            page(operator, model)
        return len(captured)

    def play() -> None:
        seat = Seat()
        game = seat.begins()
        seat.plays(game, "draw")
        seat.concedes(game)

    play()
    one = queries()
    for _ in range(9):
        play()
    assert queries() == one


@pytest.mark.parametrize("model", ["game", "deal", "result"])
def test_nothing_is_added_changed_or_deleted(operator: Client, seat: Seat, model: str) -> None:
    game = seat.begins()
    seat.plays(game, "draw")
    seat.concedes(game)
    key = game.deal_id if model == "deal" else game.pk
    before = [list(rows.objects.values()) for rows in (Game, Result)]
    assert operator.get(f"/admin/games/{model}/add/").status_code == 403
    assert operator.post(f"/admin/games/{model}/{key}/change/", {"status": "won"}).status_code == 403
    assert operator.post(f"/admin/games/{model}/{key}/delete/", {"post": "yes"}).status_code == 403
    deletion = {"action": "delete_selected", "_selected_action": [key], "post": "yes"}
    operator.post(f"/admin/games/{model}/", deletion)
    assert [list(rows.objects.values()) for rows in (Game, Result)] == before


def test_players_are_kept_out(seat: Seat) -> None:
    assert Client().get("/admin/games/game/").status_code == 302
