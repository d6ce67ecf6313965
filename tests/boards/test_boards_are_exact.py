from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.core.management import call_command

from accounts.models import Player
from games.actions.boards import counts, standings
from games.actions.boards.board import Board
from games.actions.boards.page import Reading
from games.actions.boards.period import Period
from games.models import BoardChange, BoardCount, Result, Standing, Suspicion
from tests.boards import naive
from tests.boards.naive import Line
from tests.boards.record import NOON, settled

pytestmark = pytest.mark.django_db


def reading(key: str) -> Reading:
    board, ruleset, label = key.split(":")
    return Reading(Board(board), ruleset, Period(label, None, None))


def lines(key: str, limit: int = 3) -> list[Line]:
    """A board as clients page through it, each page proved against the one that leads back to it."""
    found: list[Line] = []
    cursor = None
    while True:
        page = reading(key).page(None, limit, cursor)
        found += [(item["rank"], item["player"]["id"], item["value"]) for item in page["items"]]
        if cursor is not None and page["prev"]:
            back = reading(key).page(None, limit, page["prev"])
            assert [item["rank"] for item in back["items"]] == [line[0] for line in found][
                -len(page["items"]) - limit :
            ][:limit]
        assert page["total"] >= len(found)
        cursor = page["next"]
        if cursor is None:
            assert page["total"] == len(found)
            return found


def assert_all_boards_are_naive_ones() -> None:
    expected = naive.boards()
    kept = set(Standing.objects.values_list("board", flat=True))
    assert kept == set(expected)
    for key in expected:
        assert lines(key) == expected[key], key


def anything(random: Random, players: list[Player]) -> None:
    """One thing that may happen to a service with boards."""
    player = random.choice(players)
    whim = random.random()
    if whim < 0.75:
        settled(
            player,
            NOON + timedelta(hours=random.randint(-60, 60), milliseconds=random.randint(0, 2)),
            ruleset=random.choice(["turn-1", "vegas-3"]),
            won=random.random() < 0.7,
            wall_ms=random.choice([60_000, 60_001, 90_000, 3_600_000]),
            actions=random.randint(100, 103),
            points=random.choice([None, -52, 0, 208]),
            practice=random.random() < 0.1,
            assisted=random.random() < 0.1,
            peeked=random.random() < 0.1,
        )
    elif whim < 0.83:
        player.is_active = not player.is_active
        player.save()
    elif whim < 0.88:
        player.preferences = {"public_profile": not player.preferred.public_profile}
        player.save(update_fields=["preferences"])
    elif whim < 0.93 and (result := Result.objects.filter(player=player).order_by("?").first()):
        suspicion = Suspicion.objects.create(player=player, ruleset=result.ruleset, kind="too_fast", evidence={})
        suspicion.results.add(result)
        suspicion.state = random.choice(["withheld", "dismissed"])
        suspicion.save()
        standings.refresh(Player.objects.get(pk=player.pk))
    elif whim < 0.97:
        counts.take_in_all()
    else:
        call_command("rebuild", "boards", verbosity=0)


@pytest.mark.parametrize("seed", range(6))
def test_after_anything_that_happens_every_board_is_the_one_computed_from_results(seed: int) -> None:
    random = Random(seed)
    players = [Player.objects.create() for _ in range(5)]
    for _ in range(60):
        anything(random, players)
    assert_all_boards_are_naive_ones()


def test_a_rebuild_changes_nothing_that_is_right_and_mends_what_is_wrong() -> None:
    random = Random(99)
    players = [Player.objects.create() for _ in range(4)]
    for _ in range(40):
        anything(random, players)
    call_command("rebuild", "boards", verbosity=0)
    right = list(Standing.objects.order_by("pk").values()), list(BoardCount.objects.order_by("pk").values())
    call_command("rebuild", "boards", verbosity=0)
    assert right == (list(Standing.objects.order_by("pk").values()), list(BoardCount.objects.order_by("pk").values()))
    Standing.objects.filter(player=players[0]).delete()
    Standing.objects.filter(player=players[1]).update(rank_by=7)
    BoardCount.objects.filter(level=3).delete()
    BoardCount.objects.filter(level=1).update(count=9)
    call_command("rebuild", "boards", verbosity=0)
    assert right == (list(Standing.objects.order_by("pk").values()), list(BoardCount.objects.order_by("pk").values()))
    assert not BoardChange.objects.exists()
    assert_all_boards_are_naive_ones()
