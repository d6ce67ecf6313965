from __future__ import annotations

from datetime import timedelta
from functools import partial
from secrets import token_bytes

import pytest
from allauth.account.models import EmailAddress
from django.db.models import F

from accounts.models import Player
from accounts.problems import IdReused
from games.actions import play
from games.actions.friends.friendship import block
from games.actions.now import database_now
from games.actions.play import Command
from games.actions.races import matching, quick
from games.actions.races.deadlines import act_on_due
from games.actions.races.join import join
from games.actions.races.leave import leave
from games.actions.races.problems import EmailUnverified, Engaged, RaceFull
from games.actions.races.ready import ready
from games.klondike.deals import deal_from_seed
from games.klondike.errors import UndoStops
from games.klondike.moves import DRAW
from games.klondike.rules import RULESETS
from games.models import Deal, Entry, Race, Shelf, Verdict, Wait
from games.models.verdict import Grade, Provenance, Word
from tests.races.field import at_once, game_of, move, named, pass_time, people, running, seated, wait_longer

pytestmark = pytest.mark.django_db(transaction=True)


def verified(number: int) -> list[Player]:
    players = [Player.objects.create(guest=False) for _ in range(number)]
    for player in players:
        player.email = f"{player.pk}@example.org"
        player.save()
        EmailAddress.objects.create(user=player, email=player.email, verified=True)
    return players


def stock(number: int, ruleset: str = "turn-1") -> None:
    """Fills the shelf with secret deals that are said to be winnable."""
    for _ in range(number):
        seed = token_bytes(32)
        deal = Deal.objects.create(source="secret", cards=deal_from_seed(seed).text, seed=seed)
        Verdict.objects.create(
            shelf=Shelf.of(RULESETS[ruleset]),
            deal=deal,
            provenance=Provenance.PRIVATE,
            word=Word.WINNABLE,
            line="draw",
            grade=Grade.EASY,
        )


def test_two_who_wait_get_a_ranked_race_that_counts_down() -> None:
    ann, bob = verified(2)
    stock(1)
    assert quick.ask(ann, "turn-1").race is None
    race = quick.ask(bob, "turn-1").race
    assert race is not None
    wait = quick.look(ann)
    assert wait is not None
    assert wait.race == race
    assert (race.ranked, race.seats, race.status, race.verdict) == (True, 2, "countdown", "winnable")
    assert (race.rules["name"], race.rules["undo"]) == ("turn-1", "reveal")
    assert {entry.player for entry in race.entries.all()} == {ann, bob}
    pass_time(race, 3)
    act_on_due()
    race.refresh_from_db()
    assert race.status == "running"


def test_asking_again_gives_the_same_race_until_it_is_over() -> None:
    ann, bob = verified(2)
    stock(2)
    quick.ask(ann, "turn-1")
    race = quick.ask(bob, "turn-1").race
    assert quick.ask(ann, "turn-1").race == race
    assert race is not None
    leave(ann, race.public_id, named())
    assert Race.objects.get(pk=race.pk).status == "void"
    assert quick.ask(ann, "turn-1").race is None


def test_a_ranked_race_takes_nobody_else_even_when_one_leaves() -> None:
    ann, bob = verified(2)
    (eve,) = people(1)
    stock(1)
    quick.ask(ann, "turn-1")
    race = quick.ask(bob, "turn-1").race
    assert race is not None
    with pytest.raises(RaceFull):
        join(eve, race.code)


def test_only_verified_players_are_ranked() -> None:
    (ann,) = people(1)
    with pytest.raises(EmailUnverified):
        quick.ask(ann, "turn-1")


def test_one_who_is_in_another_race_can_not_ask_and_one_who_gets_ready_waits_no_longer() -> None:
    ann, bob = verified(2)
    running(ann, bob)
    with pytest.raises(Engaged):
        quick.ask(ann, "turn-1")
    cat, dan = verified(2)
    quick.ask(cat, "turn-1")
    race = seated(cat, dan)
    ready(cat, race.public_id, named())
    assert quick.look(cat) is None
    with pytest.raises(Engaged):
        quick.ask(cat, "turn-1")


def test_players_of_unlike_rating_meet_once_both_have_waited() -> None:
    ann, bob = verified(2)
    stock(1)
    quick.ask(ann, "turn-1")
    Wait.objects.filter(player=ann).update(rating=2000)
    assert quick.ask(bob, "turn-1").race is None
    wait_longer(15)
    matching.match_waiting()
    assert not Race.objects.exists()
    wait_longer(6)
    matching.match_waiting()
    assert Race.objects.count() == 1


def test_the_longest_wait_comes_first_and_gets_the_nearest() -> None:
    players = verified(3)
    waits = [
        Wait(player=player, ruleset="turn-1", rating=rating)
        for player, rating in zip(players, (1500, 1590, 1510), strict=True)
    ]
    now = database_now()
    for wait in waits:
        wait.since = now
    assert matching.pairs(waits, now) == [(waits[0], waits[2])]


def test_other_rulesets_do_not_meet() -> None:
    ann, bob = verified(2)
    stock(1)
    stock(1, "turn-3")
    quick.ask(ann, "turn-1")
    assert quick.ask(bob, "turn-3").race is None


def test_without_a_proved_deal_they_wait_on() -> None:
    ann, bob = verified(2)
    quick.ask(ann, "turn-1")
    assert quick.ask(bob, "turn-1").race is None
    stock(1)
    act_on_due()
    assert Race.objects.count() == 1


def test_one_who_has_gone_away_is_not_matched() -> None:
    ann, bob = verified(2)
    stock(1)
    quick.ask(ann, "turn-1")
    Wait.objects.update(alive_until=F("alive_until") - timedelta(seconds=61))
    assert quick.ask(bob, "turn-1").race is None
    quick.stay([ann.pk])
    matching.match_waiting()
    assert Race.objects.count() == 1


def test_nobody_is_matched_with_whom_they_blocked_nor_with_who_blocked_them() -> None:
    ann, bob, eve = verified(3)
    stock(2)
    block(bob, ann)
    quick.ask(ann, "turn-1")
    assert quick.ask(bob, "turn-1").race is None
    wait_longer(3600)
    matching.match_waiting()
    assert not Race.objects.exists()
    race = quick.ask(eve, "turn-1").race
    assert race is not None
    assert set(race.entries.values_list("player", flat=True)) == {ann.pk, eve.pk}


def test_one_who_was_banned_while_waiting_is_not_matched() -> None:
    ann, bob = verified(2)
    stock(1)
    quick.ask(ann, "turn-1")
    ann.is_active = False
    ann.save()
    assert quick.ask(bob, "turn-1").race is None


def test_whatever_is_pressed_at_once_each_gets_one_race_and_each_deal_serves_once() -> None:
    for _ in range(4):
        Wait.objects.all().delete()
        Entry.objects.update(engaged=False)
        players = verified(6)
        stock(3)
        at_once(
            *[partial(quick.ask, player, "turn-1") for player in players],
            *[partial(matching.match_waiting)] * 2,
            partial(quick.cancel, players[0]),
        )
        matching.match_waiting()
        seats = Entry.objects.filter(player__in=players).values_list("player", flat=True)
        assert len(seats) == len(set(seats)) >= 4
        deals = Race.objects.values_list("deal", flat=True)
        assert len(deals) == len(set(deals))
        assert Verdict.objects.filter(served_at=None).count() == Verdict.objects.count() - len(deals)
        Verdict.objects.filter(served_at=None).delete()


def test_undo_stops_at_a_reveal() -> None:
    ann, bob = verified(2)
    stock(1)
    quick.ask(ann, "turn-1")
    race = quick.ask(bob, "turn-1").race
    assert race is not None
    pass_time(race, 3)
    act_on_due()
    move(race, ann, DRAW)
    with pytest.raises(UndoStops):
        play.undo(ann.pk, game_of(race, ann).public_id, Command(2, "back", 1))


def test_a_repeated_command_finds_what_it_led_to_and_looks_for_nobody_again() -> None:
    ann, bob = verified(2)
    stock(1)
    command = named()
    assert quick.asked_before(ann, command) is None
    quick.ask(ann, "turn-1", command)
    race = quick.ask(bob, "turn-1").race
    assert race is not None
    leave(ann, race.public_id, named())
    race.refresh_from_db()
    assert race.over
    told = quick.asked_before(ann, command)
    assert told is not None
    assert told.race == race
    with pytest.raises(IdReused):
        quick.asked_before(ann, named()._replace(id=command.id))
    assert quick.ask(ann, "turn-1", named()).race is None
