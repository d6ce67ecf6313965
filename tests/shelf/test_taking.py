"""Deals leave the shelf once, whole, and to one player."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from pytest_django.fixtures import Settings

from games.actions import shipped
from games.actions.begin import begin
from games.actions.deals import Choice
from games.actions.looking import look, sit_to_look
from games.actions.problems import ShelfEmpty
from games.actions.shelf import provide, stock, take_private
from games.klondike.deals import deal_from_seed
from games.klondike.moves import parse_move
from games.klondike.position import dealt
from games.klondike.rules import CUSTOM, RULESETS, Rules
from games.klondike.shuffle import commitment
from games.models import Deal, Game, Verdict
from games.models.deal import Source
from games.models.game import Origin
from games.models.verdict import Grade, Word
from tests.games.seat import Seat
from tests.shelf.proved import WINNABLE, stocked

pytestmark = pytest.mark.django_db(transaction=True)

RULES = RULESETS["turn-3"]


def test_a_winnable_game_is_a_secret_deal_with_a_line_that_wins_and_counts() -> None:
    stocked()
    game = Seat().begins("turn-3", Origin.WINNABLE)
    assert (game.origin, game.verdict, game.practice) == (Origin.WINNABLE, Word.WINNABLE, False)
    assert game.deal.source == Source.SECRET
    assert game.deal.opens_at is None
    row = Verdict.objects.get(deal=game.deal)
    assert game.difficulty == row.grade
    position = dealt(game.deal.layout)
    for move in map(parse_move, (row.line or "").split()):
        position = position.after(move, RULES)
    assert position.won


def test_its_commitment_is_shown_before_and_its_seed_after() -> None:
    stocked()
    seat = Seat()
    game = seat.begins("turn-3", Origin.WINNABLE)
    before = look(sit_to_look(seat.player, game.public_id))["deal"]
    assert "seed" not in before
    seat.plays(game, "draw")
    seat.concedes(game)
    after = look(sit_to_look(seat.player, game.public_id))["deal"]
    seed = bytes.fromhex(after["seed"])
    assert commitment(seed, after["context"]) == before["commitment"]
    assert deal_from_seed(seed).text == after["deck"]


def test_twelve_takers_of_ten_deals_get_ten_different_ones() -> None:
    stocked(deals=10)

    def take(_: int) -> int | None:
        try:
            with transaction.atomic():
                taken = take_private(RULES)
                return taken and taken.deal.pk
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as pool:
        deals = [deal for deal in pool.map(take, range(12)) if deal]
    assert len(deals) == len(set(deals)) == 10
    assert not stock(RULES).exists()


def test_a_deal_that_could_not_be_dealt_is_back_on_the_shelf() -> None:
    stocked(deals=1)
    with transaction.atomic():
        assert take_private(RULES)
        transaction.set_rollback(True)
    assert stock(RULES).count() == 1


def test_an_empty_shelf_serves_a_shipped_deal_as_practice() -> None:
    game = Seat().begins("vegas-1", Origin.WINNABLE)
    assert game.practice
    assert game.verdict == Word.WINNABLE
    assert game.deal.number in shipped.shipped(RULESETS["vegas-1"])


def test_a_race_never_gets_a_shipped_deal() -> None:
    with transaction.atomic():
        assert take_private(RULES) is None


def test_a_player_is_dealt_every_shipped_deal_before_one_comes_again() -> None:
    seat = Seat()
    easy = [n for n, deal in shipped.shipped(RULES).items() if shipped.grade(RULES, deal.difficulty) is Grade.EASY]
    games = [seat.begins("turn-3", Origin.WINNABLE, difficulty="easy") for _ in range(len(easy) + 1)]
    numbers = [game.deal.number for game in games]
    assert set(numbers[:-1]) == set(easy)
    assert numbers[-1] in easy


@pytest.mark.parametrize("grade", Grade)
def test_difficulty_chooses_among_secret_and_shipped_deals_alike(grade: Grade) -> None:
    stocked(deals=12)
    of_grade = stock(RULES).filter(grade=grade).count()
    games = [Seat().begins("turn-3", Origin.WINNABLE, difficulty=grade) for _ in range(of_grade + 1)]
    assert {game.difficulty for game in games} == {grade}
    assert [game.practice for game in games] == [False] * of_grade + [True]


def test_rulesets_that_are_won_alike_share_a_shelf() -> None:
    stocked("turn-3", deals=2)
    assert not Seat().begins("standard-3", Origin.WINNABLE).practice
    assert not Seat().begins("turn-3", Origin.WINNABLE).practice
    assert Seat().begins("turn-3", Origin.WINNABLE).practice


def test_custom_rules_get_a_deal_proved_on_the_spot_and_kept_for_who_waited() -> None:
    rules = Rules(CUSTOM, draw=2, passes=4)
    seat, other = Seat(), Seat()
    provide(seat.player, rules)
    with transaction.atomic():
        assert take_private(rules, other.player) is None
        assert take_private(rules) is None
        taken = take_private(rules, seat.player)
    assert taken
    assert Verdict.objects.get(deal=taken.deal).shelf.rules == rules


def test_where_no_deal_can_be_proved_in_time_the_shelf_is_empty_and_nothing_is_dealt(settings: Settings) -> None:
    settings.SHELF_WAIT_MS = 1
    hopeless = Rules(CUSTOM, draw=24, passes=1)
    seat = Seat()
    with pytest.raises(ShelfEmpty):
        begin(seat.player, hopeless, Choice(Origin.WINNABLE))
    assert not Game.objects.exists()
    assert not Deal.objects.exists()


def test_the_badge_of_a_numbered_deal_speaks_of_the_games_own_rules() -> None:
    easier = next(iter(set(shipped.shipped(RULESETS["turn-1"])) - set(shipped.shipped(RULES))))
    seat = Seat()
    assert seat.begins("turn-1", Origin.NUMBER, number=easier).verdict == Word.WINNABLE
    assert seat.begins("turn-3", Origin.NUMBER, number=easier).verdict is None
    assert seat.begins("turn-3", Origin.NUMBER, number=WINNABLE).verdict == Word.WINNABLE
