"""Whatever players press at the same moment: one deal, one winner, one rematch, one log without a gap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import sleep
from typing import Any

import pytest
from django.conf import settings

from accounts.models import Player
from accounts.problems import Busy, Problem
from games import journal
from games.actions import play
from games.actions.play import Command
from games.actions.races.claim import claim
from games.actions.races.commands import Done
from games.actions.races.create import create
from games.actions.races.deadlines import act_on_due
from games.actions.races.forfeit import forfeit
from games.actions.races.join import join
from games.actions.races.leave import leave
from games.actions.races.problems import RaceFull
from games.actions.races.ready import ready
from games.actions.races.rematch import rematch
from games.klondike.errors import Refusal
from games.klondike.moves import DRAW, REDEAL
from games.models import Entry, Game, Race, Result
from games.models.entry import Outcome
from tests.races.field import (
    TURN_1,
    at_once,
    game_of,
    move,
    named,
    outcomes,
    pass_time,
    people,
    places,
    running,
    seated,
    up_to_the_win,
    whole,
)

pytestmark = pytest.mark.django_db(transaction=True)
SEEDS = range(6)


def test_seats_are_given_once() -> None:
    for _ in SEEDS:
        ann, *others = people(6)
        race = create(ann, TURN_1._replace(seats=3)).race
        answers = at_once(*[partial(join, player, race.code) for player in others])
        assert sum(isinstance(answer, Done) for answer in answers) == 2
        assert all(isinstance(answer, (Done, RaceFull)) for answer in answers)
        assert sorted(Entry.objects.filter(race=race).values_list("seat", flat=True)) == [1, 2, 3]
        whole(race)


def test_all_press_ready_and_one_countdown_begins_and_one_deal_is_dealt() -> None:
    for _ in SEEDS:
        players = people(4)
        race = seated(*players)
        presses = [partial(ready, player, race.public_id, named()) for player in players * 2]
        assert all(isinstance(answer, Done) for answer in at_once(*presses))
        assert whole(race).count("countdown") == 1
        pass_time(race, 3)
        at_once(*[act_on_due] * 4)
        assert whole(race).count("started") == 1
        assert Game.objects.filter(entry__race=race).count() == 4


def test_one_readies_while_the_other_leaves() -> None:
    for _ in SEEDS:
        ann, bob = people(2)
        race = seated(ann, bob)
        ready(ann, race.public_id, named())
        at_once(partial(ready, bob, race.public_id, named()), partial(leave, ann, race.public_id, named()))
        assert "left" in whole(race)
        assert race.status == "open"


def test_both_play_the_winning_move_and_one_wins() -> None:
    for _ in SEEDS:
        ann, bob = people(2)
        race = running(ann, bob)
        last = [up_to_the_win(race, player) for player in (ann, bob)]
        answers = at_once(partial(move, race, ann, *last[0]), partial(move, race, bob, *last[1]))
        refused = [answer for answer in answers if isinstance(answer, Problem)]
        assert [problem.code for problem in refused] == ["race_over"]
        whole(race)
        assert sorted(str(outcome) for outcome in outcomes(race)) == ["time", "won"]
        winner = outcomes(race).index("won")
        assert places(race)[winner] == 1
        assert not isinstance(answers[winner], Problem)
        assert Result.objects.filter(game__entry__race=race, won=True).count() == 1


def test_both_forfeit_and_one_wins() -> None:
    for _ in SEEDS:
        ann, bob = people(2)
        race = running(ann, bob)
        move(race, ann, DRAW)
        move(race, bob, DRAW)
        answers = at_once(*[partial(forfeit, player, race.public_id, named()) for player in (ann, bob)])
        assert sum(isinstance(answer, Done) for answer in answers) == 1
        whole(race)
        assert sorted(str(outcome) for outcome in outcomes(race)) == ["forfeited", "time"]
        assert sorted(place or 0 for place in places(race)) == [1, 2]


def test_all_ask_for_a_rematch_and_there_is_one() -> None:
    for _ in SEEDS:
        players = people(3)
        race = running(*players)
        move(race, players[0], DRAW)
        forfeit(players[0], race.public_id, named())
        forfeit(players[1], race.public_id, named())
        at_once(*[partial(rematch, player, race.public_id, named()) for player in players * 2])
        assert whole(race).count("rematch") == 1
        following = Race.objects.get(rematch_of=race)
        assert following.status == "countdown"
        assert following.deal_id != race.deal_id
        assert whole(following).count("ready") == 3


def test_a_move_a_forfeit_and_the_limit_meet() -> None:
    for seed in SEEDS:
        chance = Random(seed)
        players = people(3)
        race = running(*players)
        for player in players[1:]:
            move(race, player, DRAW)
        last = up_to_the_win(race, players[0]) if seed % 2 else (DRAW,)
        pass_time(race, 600 if seed % 3 == 0 else 0)
        calls: list[Callable[[], Any]] = [
            partial(move, race, players[0], *last),
            partial(move, race, players[1], DRAW),
            partial(forfeit, players[2], race.public_id, named()),
            partial(forfeit, players[1], race.public_id, named()),
            act_on_due,
            act_on_due,
        ]
        chance.shuffle(calls)
        answers = at_once(*calls)
        assert not any(isinstance(answer, Busy) for answer in answers)
        refused = {answer.code for answer in answers if isinstance(answer, (Problem, Refusal))}
        assert refused <= {"race_over", "stale", "game_over"}
        whole(race)


def test_the_end_waits_for_no_mover_and_no_move_is_lost() -> None:
    """Everybody plays on as fast as they can while one wins: what was acknowledged is in the log, before the end."""
    for _ in SEEDS:
        ann, bob, eve = people(3)
        race = running(ann, bob, eve)
        last = up_to_the_win(race, ann)

        def hurry(player: Player, race: Race = race) -> int:
            acknowledged = 1
            try:
                for number in range(60):
                    game = game_of(race, player).public_id
                    play.play_moves(player.pk, game, Command(acknowledged, f"h{number}", number), [DRAW])
                    acknowledged += 1
            except (Problem, Refusal) as problem:
                assert problem.code in ("race_over", "empty_pile")  # noqa: PT017
            return acknowledged

        answers = at_once(partial(hurry, bob), partial(hurry, eve), partial(move, race, ann, *last))
        whole(race)
        for player, acknowledged in zip((bob, eve), answers[:2], strict=True):
            lines = journal.read(game_of(race, player).pk)
            moves = [line for line in lines if line.event.type == "move"]
            assert len(moves) == int(str(acknowledged)) - 1
            assert lines[-1].event.type == "end"
        assert outcomes(race)[0] == "won"


def test_both_claim_and_only_the_absent_one_loses() -> None:
    for _ in SEEDS:
        ann, bob, eve = people(3)
        race = running(ann, bob, eve)
        move(race, ann, DRAW)
        move(race, eve, DRAW)
        pass_time(race, 100)
        for player in (ann, bob):
            move(race, player, DRAW)
        at_once(*[partial(claim, player, race.public_id, named()) for player in (ann, bob)])
        whole(race)
        assert outcomes(race) == [None, None, Outcome.ABSENT]


def test_a_claim_and_a_return_meet_and_only_one_counts() -> None:
    for _ in SEEDS:
        ann, bob = people(2)
        race = running(ann, bob)
        move(race, ann, DRAW)
        move(race, bob, DRAW)
        pass_time(race, 100)
        move(race, ann, DRAW)
        answers = at_once(partial(claim, ann, race.public_id, named()), partial(move, race, bob, DRAW))
        whole(race)
        claimed = isinstance(answers[0], Done)
        assert outcomes(race)[1] == (Outcome.ABSENT if claimed else None)
        if not claimed:
            assert not isinstance(answers[1], Problem)


def test_the_end_meets_batches_that_hold_moves_of_many_games() -> None:
    """A writer that commits the moves of all games together, as the one behind the sockets does, while races end."""
    for _ in SEEDS:
        tables = [people(3) for _ in range(3)]
        races = [running(*players) for players in tables]
        lasts = [up_to_the_win(race, players[1]) for race, players in zip(races, tables, strict=True)]
        seats = [(race, player) for race, players in zip(races, tables, strict=True) for player in players[::2]]

        def write(seats: list[tuple[Race, Player]] = seats) -> int:
            rows = [game_of(race, player) for race, player in seats]
            games = {row.pk: row.history for row in rows if not row.history.over}  # the wins may have come first
            acknowledged = 0
            while games:
                sleep(1 / (2 * settings.LIMIT_COMMANDS_PER_SECOND))  # twice as fast as players may send
                entries = []
                for key, history in games.items():
                    after = history.play(DRAW if history.position.stock else REDEAL)
                    entries.append(journal.Entry(key, [after.event]))
                    games[key] = after
                lost = journal.append(entries)
                acknowledged += len(entries) - len(lost)
                games = {key: history for key, history in games.items() if key not in lost}
            return acknowledged

        wins = [
            partial(move, race, players[1], *last) for race, players, last in zip(races, tables, lasts, strict=True)
        ]
        acknowledged, *answers = at_once(write, *wins)
        assert not [answer for answer in answers if isinstance(answer, Problem)]
        moves = 0
        for race, players in zip(races, tables, strict=True):
            whole(race)
            assert outcomes(race) == ["time", "won", "time"]
            for player in players[::2]:
                lines = journal.read(game_of(race, player).pk)
                moves += sum(line.event.type == "move" for line in lines)
                assert lines[-1].event.type == "end"
        assert moves == acknowledged
