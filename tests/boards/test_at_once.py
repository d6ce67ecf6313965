from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.db import connection

from accounts.actions import merge, sessions
from accounts.models import Player
from games.actions import play
from games.actions.boards import counts
from games.actions.boards.board import Board
from games.actions.boards.page import Reading
from games.actions.boards.period import ALL_TIME
from games.actions.boards.rebuilding import rebuild_boards
from games.actions.deals import secret_deal
from games.actions.friends import friendship
from games.models import BoardChange, Friendship, Result, Standing
from tests.boards.record import NOON, account, settled
from tests.boards.test_boards_are_exact import assert_all_boards_are_naive_ones
from tests.games.seat import Seat
from tests.races.field import at_once

pytestmark = [pytest.mark.full, pytest.mark.django_db(transaction=True)]


def test_of_two_ends_of_the_same_game_at_once_one_settles() -> None:
    for _ in range(5):
        seat = Seat()
        game = seat.begins()
        seat.plays(game, "draw")
        commands = [seat.command(game) for _ in range(2)]
        at_once(*[partial(play.concede, seat.player.pk, game.public_id, command) for command in commands])
        assert Result.objects.filter(game=game).count() == 1


def test_results_of_many_players_settle_at_once_while_boards_are_read_counted_and_rebuilt() -> None:
    players = [account(f"Player {name}") for name in "abcdef"]
    deal = secret_deal()

    def settles(player: Player) -> None:
        random = Random(player.pk)
        for number in range(25):
            settled(
                player,
                NOON + timedelta(seconds=number),
                deal=deal,
                won=random.random() < 0.8,
                wall_ms=random.choice([60_000, 61_000, 90_000]),
            )

    def reads() -> None:
        for _ in range(30):
            page = Reading(Board.WINS, "turn-1", ALL_TIME).page(None, 100)
            values = [item["value"] for item in page["items"]]
            assert [item["rank"] for item in page["items"]] == [1 + sum(v > value for v in values) for value in values]
            assert page["total"] == len(values)
            counts.take_in_all()

    def rebuilds() -> None:
        for _ in range(4):
            rebuild_boards()

    jobs: list[Callable[[], None]] = [*[partial(settles, player) for player in players], reads, reads, rebuilds]
    with ThreadPoolExecutor(len(jobs)) as pool:
        for done in [pool.submit(alone, job) for job in jobs]:
            done.result()
    assert_all_boards_are_naive_ones()
    counts.take_in_all()
    assert not BoardChange.objects.exists()
    assert_all_boards_are_naive_ones()


def alone(job: Callable[[], None]) -> None:
    """On a connection that is closed afterwards."""
    try:
        job()
    finally:
        connection.close()


def test_two_who_ask_each_other_at_once_are_friends_once() -> None:
    ann, bob = account("Ann"), account("Bob")
    at_once(lambda: friendship.ask(ann, bob), lambda: friendship.ask(bob, ann))
    assert Friendship.objects.get().accepted_at is not None


def test_a_merged_guest_leaves_the_boards_and_the_account_gains_no_place() -> None:
    guest, ann = Player.objects.create(), account("Ann")
    settled(guest, wall_ms=60_000)
    settled(ann, NOON + timedelta(seconds=1), wall_ms=90_000)
    merge.merge(ann, sessions.open_session(guest, "").session_key, "m1")
    assert set(Standing.objects.filter(board="fastest:turn-1:all").values_list("player", "rank_by")) == {
        (ann.pk, 90_000)
    }
    assert_all_boards_are_naive_ones()
