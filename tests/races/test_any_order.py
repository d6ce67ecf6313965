"""Whatever is done to a race in whatever order, what must hold of it holds after every step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from accounts.models import Player
from accounts.problems import Problem
from games.actions.races import presence
from games.actions.races.claim import claim
from games.actions.races.create import create
from games.actions.races.deadlines import act_on_due
from games.actions.races.forfeit import forfeit
from games.actions.races.join import join
from games.actions.races.leave import leave
from games.actions.races.looking import look
from games.actions.races.opening import Terms
from games.actions.races.ready import ready
from games.actions.races.rematch import rematch
from games.actions.races.view import snapshot
from games.klondike.deals import deal_from_seed
from games.klondike.errors import Refusal
from games.klondike.legality import legal_moves
from games.klondike.shuffle import number_seed
from games.models import Deal, Entry, Game, Race
from games.models.race import Start
from tests.races.field import POINTS, TURN_1, WINNABLE, game_of, move, named, pass_time, people, up_to_the_win, whole

pytestmark = pytest.mark.django_db(transaction=True)
SEEDS = range(8)
STEPS = 40


def terms(chance: Random) -> Terms:
    kind = chance.choice((TURN_1, POINTS))
    start = chance.choice((Start.TOGETHER, Start.TOGETHER, Start.OWN))
    return kind._replace(seats=chance.randint(2, 4), start=start)


def some_move(race: Race, player: Player, chance: Random) -> None:
    if not Game.objects.filter(entry__race=race, player=player).exists():
        return
    game = game_of(race, player).history
    if not game.started and chance.random() < 0.3:
        last = up_to_the_win(race, player, short_of=chance.choice((1, 2, 9)))
        move(race, player, *last[: chance.choice((0, len(last)))] or last[:1])
    elif legal := legal_moves(game.position, game.rules):
        move(race, player, chance.choice(legal))


def check(race: Race) -> None:
    types = whole(race)
    entries = list(Entry.objects.filter(race=race).select_related("player", "game"))
    taken = len(entries) == race.seats
    together = race.start == Start.TOGETHER
    assert (race.due_at is None) == race.over
    assert (Deal.objects.get(pk=race.deal_id).opens_at is not None) == race.over
    match race.status:
        case "open":
            assert not taken
        case "ready":
            assert taken
        case "countdown":
            assert taken
            assert all(entry.ready for entry in entries)
        case "running" if together:
            assert all(entry.game for entry in entries)
            assert any(entry.outcome is None for entry in entries)
        case "void":
            assert not any(entry.game and entry.game.history.started for entry in entries)
    if together and not race.over:
        assert all(entry.engaged == (entry.ready and entry.outcome is None) for entry in entries)
    if race.over:
        assert types[-1] in ("finished", "void", "rematch")
    for entry in entries:
        seen = look(entry.player, race.public_id)
        shown = snapshot(seen)
        assert shown["seq"] >= race.seq  # looking does what is due by now
        assert (shown["game"] is not None) == (entry.game is not None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_race_stays_whole(seed: int) -> None:
    chance = Random(seed)
    players = people(5)
    race = create(players[0], terms(chance)).race
    Deal.objects.filter(pk=race.deal_id).update(cards=deal_from_seed(number_seed(WINNABLE)).text)
    for _ in range(STEPS):
        player = chance.choice(players)
        public_id = race.public_id
        press = chance.choice((join, join, ready, ready, leave, forfeit, claim, rematch))
        steps: list[Callable[[], object]] = [
            partial(press, player, race.code if press is join else public_id, named()),
            partial(some_move, race, player, chance),
            partial(pass_time, race, chance.choice((1, 3, 30, 50, 400, 3000))),
            partial(presence.connected, player.pk, public_id, "socket"),
            partial(presence.gone, "socket"),
        ]
        try:
            chance.choices(steps, weights=(12, 8, 2, 1, 1))[0]()
        except (Problem, Refusal) as refused:
            assert refused.code != "busy"  # noqa: PT017
        act_on_due()
        race.refresh_from_db()
        check(race)
        following = Race.objects.filter(rematch_of=race).first()
        if following:
            check(following)
            race = following
