from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from django.core.management import call_command
from django.db import transaction

from accounts.models import Player
from games.actions.boards.board import Board
from games.actions.boards.page import Reading
from games.actions.boards.period import ALL_TIME
from games.actions.boards.standings import PROVISIONAL_RACES
from games.actions.deals import secret_deal
from games.actions.races import presence
from games.actions.races.claim import claim
from games.actions.races.forfeit import forfeit
from games.actions.races.opening import open_race
from games.actions.ratings.rating import PAIR_LIMIT, PAIR_WINDOW, rate
from games.actions.ratings.scale import DEVIATION, MEAN
from games.klondike.moves import DRAW
from games.models import Race, Rating, RatingChange, Standing
from tests.boards.record import NOON
from tests.races.field import TURN_1, game_of, move, named, pass_time, people, running, up_to_the_win

pytestmark = pytest.mark.django_db(transaction=True)


def ranked(*players: Player) -> Race:
    """A ranked race that is on, on a deal with a known win."""
    race = running(*players)
    Race.objects.filter(pk=race.pk).update(ranked=True)
    return race


def raced(players: list[Player], places: list[int], at: datetime = NOON) -> Race:
    """A ranked race that has come to its end."""
    with transaction.atomic():
        held = open_race(TURN_1._replace(seats=len(players)), secret_deal(), *players, ranked=True)
        race = held.race
        race.status, race.due_at, race.ended_at = "finished", None, at
        race.save()
        for entry, place in zip(held.entries, places, strict=True):
            entry.place = place
            entry.save()
        rate(race, held.entries)
    return race


def means(*players: Player) -> list[float]:
    return [Rating.objects.get(player=player).mean for player in players]


def test_the_winner_of_a_ranked_race_rises_the_loser_falls_and_both_are_known_better() -> None:
    ann, bob = people(2)
    race = ranked(ann, bob)
    move(race, bob, DRAW)
    move(race, ann, *up_to_the_win(race, ann))
    higher, lower = Rating.objects.get(player=ann), Rating.objects.get(player=bob)
    assert higher.mean > MEAN > lower.mean
    assert higher.deviation < DEVIATION
    assert {higher.races, lower.races} == {1}
    assert {(c.player_id, c.mean_before) for c in RatingChange.objects.all()} == {(ann.pk, MEAN), (bob.pk, MEAN)}


def test_a_race_with_friends_rates_nobody() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, *up_to_the_win(race, ann))
    assert not Rating.objects.exists()


def test_who_forfeits_or_leaves_is_rated_as_beaten() -> None:
    ann, bob, cat, dan = people(4)
    race = ranked(ann, bob)
    move(race, ann, DRAW)
    forfeit(ann, race.public_id, named())
    assert means(bob)[0] > MEAN > means(ann)[0]
    race = ranked(cat, dan)
    move(race, cat, DRAW)
    pass_time(race, 100)
    presence.connected(dan.pk, race.public_id, "phone")
    claim(dan, race.public_id, named())
    assert means(dan)[0] > MEAN > means(cat)[0]


def test_a_void_race_rates_nobody() -> None:
    ann, bob = people(2)
    race = ranked(ann, bob)
    forfeit(ann, race.public_id, named())
    race.refresh_from_db()
    assert race.status == "void"
    assert not Rating.objects.exists()


def test_a_move_that_does_not_end_the_race_changes_no_rating() -> None:
    ann, bob = people(2)
    race = ranked(ann, bob)
    move(race, ann, DRAW)
    assert game_of(race, ann).status == "playing"
    assert not Rating.objects.exists()


def test_of_three_the_order_of_places_is_the_order_of_ratings_and_equals_stay_equal() -> None:
    first, second, third = people(3)
    raced([first, second, third], [1, 2, 2])
    best, *rest = means(first, second, third)
    assert best > MEAN > rest[0] == rest[1]


def test_beating_the_same_player_again_and_again_stops_counting_until_the_window_has_passed() -> None:
    ann, bob = people(2)
    for number in range(PAIR_LIMIT + 20):
        raced([ann, bob], [1, 2], NOON + timedelta(minutes=number))
    assert Rating.objects.get(player=ann).races == PAIR_LIMIT
    raced([ann, bob], [1, 2], NOON + PAIR_WINDOW + timedelta(minutes=1))
    assert Rating.objects.get(player=ann).races == PAIR_LIMIT + 1


def test_a_rating_is_provisional_and_on_no_board_before_the_tenth_race() -> None:
    ann, *others = people(1 + PROVISIONAL_RACES)
    for number, other in enumerate(others, start=1):
        assert not Standing.objects.filter(player=ann).exists()
        raced([ann, other], [1, 2], NOON + timedelta(minutes=number))
    page = Reading(Board.RATING, "turn-1", ALL_TIME).page(ann.pk, 10)
    assert [(item["rank"], item["value"]) for item in page["items"]] == [(1, round(means(ann)[0]))]


@pytest.mark.parametrize("seed", range(3))
def test_a_rebuild_comes_to_the_same_ratings_history_and_board(seed: int) -> None:
    random = Random(seed)
    players = people(5)
    for number in range(60):
        field = random.sample(players, random.choice([2, 2, 3]))
        raced(field, [random.randint(1, 3) for _ in field], NOON + timedelta(days=number))

    def everything() -> list[object]:
        return [
            list(Rating.objects.order_by("player").values("player", "mean", "deviation", "races", "changed_at")),
            list(RatingChange.objects.order_by("race", "player").values("race", "player", "mean", "deviation")),
            list(Standing.objects.order_by("player").values()),
        ]

    kept = everything()
    call_command("rebuild", verbosity=0)
    assert everything() == kept
    Rating.objects.update(mean=0)
    RatingChange.objects.filter(player=players[0]).delete()
    Standing.objects.all().delete()
    call_command("rebuild", verbosity=0)
    assert everything() == kept
