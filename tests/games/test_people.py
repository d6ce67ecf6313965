"""Merging, leaving, choosing and asking for one's data, as far as games are concerned."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.utils.encoders import JSONEncoder

from accounts.actions import deletion, export, guests, merge, profile, sessions
from accounts.models import Player
from accounts.problems import Invalid, NotFound, SessionEnded
from games.actions import sharing
from games.actions.audit import first_difference
from games.actions.begin import Creation, begin
from games.actions.deals import Choice
from games.actions.looking import sit_to_look
from games.actions.sitting import sit
from games.actions.statistics import statistics
from games.klondike.rules import RULESETS
from games.models import Game, Result
from games.models.game import Origin
from tests.games.seat import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Seat:
    return Seat()


@pytest.fixture
def joe() -> Seat:
    seat = Seat()
    seat.player = guests.upgrade(seat.player, "Joe", "joe@example.org", "seven of diamonds", "")[0]
    return seat


def merged(joe: Seat, guest: Seat) -> None:
    token = sessions.open_session(guest.player, "").session_key
    merge.merge(joe.player, token, "m1")


def test_a_merged_guests_games_results_and_codes_are_the_accounts(joe: Seat, guest: Seat) -> None:
    lost = guest.begins()
    guest.plays(lost, "draw")
    guest.concedes(lost)
    running = guest.begins("vegas-1")
    _, code = sharing.share(guest.player.pk, lost.public_id, guest.command(lost))
    merged(joe, guest)
    assert set(joe.player.games.values_list("pk", "merged")) == {(lost.pk, True), (running.pk, True)}
    assert Result.objects.get(game=lost).player == joe.player
    assert sharing.share(joe.player.pk, lost.public_id, joe.command(lost))[1] == code
    joe.plays(running, "draw")
    joe.concedes(running)
    assert Result.objects.get(game=running).merged
    assert not guest.player.games.exists()
    for game in Game.objects.select_related("deal"):
        assert first_difference(game) is None


def test_merged_results_count_in_totals_but_not_in_streaks_or_on_boards(joe: Seat, guest: Seat) -> None:
    game = guest.begins()
    guest.plays(game, "draw")
    guest.concedes(game)
    Result.objects.filter(game=game).update(won=True, ended_by=None)
    assert statistics(guest.player)[0]["streak"] == {"current": 1, "longest": 1}
    merged(joe, guest)
    (record,) = statistics(joe.player)
    assert (record["all"]["won"], record["streak"]) == (1, {"current": 0, "longest": 0})
    assert not Result.objects.get(game=game).is_clean


def test_where_both_have_an_unfinished_counted_game_the_guests_goes_on_as_practice(joe: Seat, guest: Seat) -> None:
    theirs, mine, other = guest.begins("turn-3"), joe.begins("turn-3"), guest.begins("turn-1")
    guest.plays(theirs, "draw")
    merged(joe, guest)
    assert dict(Game.objects.values_list("pk", "practice")) == {theirs.pk: True, mine.pk: False, other.pk: False}
    assert joe.sees(theirs).practice
    assert joe.sees(theirs).status == "playing"
    assert not Result.objects.exists()


def test_a_name_of_a_command_that_both_used_is_no_obstacle(joe: Seat, guest: Seat) -> None:
    for seat in (joe, guest):
        begin(seat.player, RULESETS["turn-1"], Choice(Origin.RANDOM), creation=Creation("new", "same", 1))
    merged(joe, guest)
    again = begin(joe.player, RULESETS["turn-1"], Choice(Origin.RANDOM), creation=Creation("new", "same", 1))
    assert again.repeated
    assert not again.game.merged


def test_the_guest_plays_and_begins_no_more(joe: Seat, guest: Seat) -> None:
    game = guest.begins()
    merged(joe, guest)
    with pytest.raises(NotFound):
        sit(guest.player.pk, game.public_id, None)
    with pytest.raises(SessionEnded):
        guest.begins()


def test_leaving_gives_up_what_is_unfinished_and_keeps_every_row(joe: Seat) -> None:
    played, fresh, practice = (
        joe.begins("turn-3"),
        joe.begins("turn-1"),
        joe.begins("vegas-1", Origin.NUMBER, number="1"),
    )
    for game in (played, practice):
        joe.plays(game, "draw")
    joe.pauses(practice)
    deletion.delete(joe.player, "seven of diamonds")
    ends = {game.pk: (game.status, game.ended_by) for game in Game.objects.all()}
    assert ends == {
        played.pk: ("lost", "conceded"),
        fresh.pk: ("void", "void"),
        practice.pk: ("lost", "conceded"),
    }
    assert set(Result.objects.values_list("game", "practice")) == {(played.pk, False), (practice.pk, True)}
    assert Player.objects.get(pk=joe.player.pk).name == "Deleted player"
    with pytest.raises(SessionEnded):
        joe.begins()


def test_what_was_kept_private_stays_so_when_its_player_leaves(joe: Seat, guest: Seat) -> None:
    game = joe.begins()
    joe.plays(game, "draw")
    joe.concedes(game)
    sit_to_look(guest.player, game.public_id)
    profile.update(joe.player, preferences={"four_colour": True, "public_profile": False})
    deletion.delete(joe.player, "seven of diamonds")
    with pytest.raises(NotFound):
        sit_to_look(guest.player, game.public_id)
    assert Player.objects.get(pk=joe.player.pk).preferences == {"public_profile": False}


def test_only_a_ruleset_of_ours_can_be_preferred(joe: Seat) -> None:
    profile.update(joe.player, preferences={"ruleset": "vegas-3"})
    with pytest.raises(Invalid) as refusal:
        profile.update(joe.player, preferences={"ruleset": "turn-2"})
    assert refusal.value.extra == {"field": "preferences.ruleset"}
    profile.update(joe.player, preferences={"ruleset": None})


def copy_of(seat: Seat) -> dict[str, Any]:
    """As the player receives it."""
    copy: dict[str, Any] = json.loads(json.dumps(export.export(seat.player), cls=JSONEncoder))
    return copy


def test_the_copy_of_ones_data_holds_every_game_with_rules_log_and_result(guest: Seat) -> None:
    game = guest.begins("vegas-3")
    guest.plays(game, "draw")
    guest.undoes(game)
    guest.concedes(game)
    (shown,) = copy_of(guest)["games"]
    assert shown["id"] == game.public_id
    assert shown["rules"] == RULESETS["vegas-3"].as_dict()
    assert [(event["number"], event["type"], event["detail"]) for event in shown["events"]] == [
        (1, "deal", "solo"),
        (2, "move", "draw"),
        (3, "undo", "draw"),
        (4, "end", "conceded"),
    ]
    assert shown["result"]["points"] == -52
    assert shown["deal"]["deck"] == game.deal.cards


def test_of_a_closed_deal_the_copy_names_known_cards_only(guest: Seat) -> None:
    game = guest.begins()
    guest.plays(game, "draw")
    (shown,) = copy_of(guest)["games"]
    cards = re.findall(r"\b[A2-9TJQK][CDHS]\b", json.dumps(shown))
    assert set(cards) == set(shown["deal"]["known_cards"])
    assert len(cards) == 8
    assert shown["deal"]["deck"] is None


def test_the_copy_takes_as_many_queries_for_many_games_as_for_one(guest: Seat) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            copy_of(guest)
        return len(captured)

    guest.begins()
    one = queries()
    for ruleset in RULESETS:
        guest.begins(ruleset)
    assert queries() == one
