from __future__ import annotations

import pytest
from django.db.models import F

from accounts.models import Player
from accounts.problems import NotFound
from games.actions import play
from games.actions.begin import begin
from games.actions.deals import Choice
from games.actions.play import Command
from games.actions.races.create import create, find_ghost
from games.actions.races.deadlines import act_on_due
from games.actions.races.looking import look
from games.actions.races.problems import NotOver
from games.actions.races.ready import ready
from games.actions.races.rematch import rematch
from games.actions.races.view import show_race
from games.klondike.moves import DRAW
from games.klondike.rules import RULESETS
from games.models import Game, GameEvent, Race, Result
from games.models.game import Origin
from tests.races.field import (
    TURN_1,
    WINNABLE,
    game_of,
    move,
    named,
    pass_time,
    people,
    places,
    up_to_the_win,
    winning_line,
)

pytestmark = pytest.mark.django_db(transaction=True)


def haunting(player: Player, *, seconds: int = 100) -> Game:
    """A won game on an open deal that took so long."""
    game = begin(player, RULESETS["turn-1"], Choice(Origin.NUMBER, number=str(WINNABLE))).game
    play.play_moves(player.pk, game.public_id, Command(1, "begin", 1), winning_line()[:50])
    ms = 1000 * seconds
    GameEvent.objects.filter(game=game.pk).update(at=F("at") - ms)
    Game.objects.filter(pk=game.pk).update(at=F("at") - ms, started_at=F("started_at") - ms, seen_at=2**60)
    play.play_moves(player.pk, game.public_id, Command(None, "end", 1), winning_line()[50:])
    return find_ghost(player, game.public_id)


def against(player: Player, ghost: Game) -> Race:
    race = create(player, TURN_1._replace(ghost=ghost, rules=ghost.played_by)).race
    ready(player, race.public_id, named())
    pass_time(race, 3)
    act_on_due()
    race.refresh_from_db()
    return race


def test_one_player_and_a_ghost_make_a_race_on_the_ghosts_deal() -> None:
    (ann,) = people(1)
    ghost = haunting(ann)
    race = against(ann, ghost)
    assert race.status == "running"
    game = game_of(race, ann)
    assert game.deal_id == ghost.deal_id
    assert game.practice
    move(race, ann, *up_to_the_win(race, ann))
    race.refresh_from_db()
    assert (race.status, places(race)) == ("finished", [1])


def test_the_ghost_wins_where_it_was_quicker() -> None:
    (ann,) = people(1)
    race = against(ann, haunting(ann, seconds=10))
    last = up_to_the_win(race, ann)
    pass_time(race, 60)
    move(race, ann, *last)
    assert places(race) == [2]


def test_the_ghost_shows_how_far_it_had_come() -> None:
    (ann,) = people(1)
    race = against(ann, haunting(ann, seconds=50))
    pass_time(race, 20)
    early = show_race(look(ann, race.public_id))["players"][1]
    pass_time(race, 60)
    late = show_race(look(ann, race.public_id))["players"][1]
    assert early["ghost"] is late["ghost"] is True
    assert (early["moves"], late["moves"], late["home"]) == (50, len(winning_line()), 52)


def test_the_clock_of_a_ghost_is_that_of_the_race_until_it_stops() -> None:
    (ann,) = people(1)
    race = against(ann, haunting(ann, seconds=50))
    pass_time(race, 20)
    mine, early = show_race(look(ann, race.public_id))["players"]
    assert abs(early["elapsed_ms"] - mine["elapsed_ms"]) < 1000
    pass_time(race, 60)
    _, late = show_race(look(ann, race.public_id))["players"]
    assert 50_000 <= late["elapsed_ms"] < 60_000


def test_a_ghost_race_is_practice_and_promises_nothing() -> None:
    (ann,) = people(1)
    race = against(ann, haunting(ann))
    assert show_race(look(ann, race.public_id))["commitment"] is None
    move(race, ann, *up_to_the_win(race, ann))
    assert Result.objects.get(game=game_of(race, ann)).practice
    after = show_race(look(ann, race.public_id))
    assert after["reveal"]["seed"] is None


def test_a_rematch_with_a_ghost_is_with_the_same_one() -> None:
    (ann,) = people(1)
    ghost = haunting(ann)
    race = against(ann, ghost)
    move(race, ann, *up_to_the_win(race, ann))
    rematch(ann, race.public_id, named())
    following = Race.objects.get(rematch_of=race)
    assert (following.ghost, following.deal_id, following.status) == (ghost, ghost.deal_id, "countdown")


def test_only_a_finished_game_that_one_may_see_can_be_a_ghost() -> None:
    ann, bob = people(2)
    game = begin(ann, RULESETS["turn-1"], Choice(Origin.NUMBER, number="1")).game
    play.play_moves(ann.pk, game.public_id, Command(1, "a", 1), [DRAW])
    with pytest.raises(NotOver):
        find_ghost(ann, game.public_id)
    with pytest.raises(NotFound):
        find_ghost(bob, game.public_id)
