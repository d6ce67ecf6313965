"""The log promises the same to whoever appends from an event loop, and to rows that are brought up to date later."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import journal
from games.journal import Entry, Line
from games.journal.cache import Kept, keep
from games.journal.stream import stream
from games.models import Game, GameEvent
from tests.games.logs import lines, new_games, numbers
from tests.games.test_journal import COMMANDS, DETAILS, DIGESTS, at_version

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = st.tuples(st.integers(0, 5), st.integers(0, 2), st.integers(1, 4), DETAILS, COMMANDS, DIGESTS)


def append(*batches: Sequence[Entry]) -> list[frozenset[int]]:
    """What each batch lost, one after another over one stream."""

    async def run() -> list[frozenset[int]]:
        opened = stream()
        try:
            return [await opened.append(batch) for batch in batches]
        finally:
            await opened.close()

    return asyncio.run(run())


def test_a_stream_that_was_closed_opens_again_when_there_is_something_to_write() -> None:
    (game,) = new_games(1)

    async def run() -> None:
        opened = stream()
        for number in (1, 2):
            assert await opened.append([Entry(game.pk, lines(number))]) == frozenset()
            await opened.close()

    asyncio.run(run())
    assert numbers(game) == [1, 2]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(WRITES, min_size=1, max_size=6, unique_by=lambda write: write[0]), min_size=1, max_size=6))
def test_what_is_appended_is_what_is_read_and_only_an_entry_at_the_end_of_its_log_goes_in(
    batches: list[list[tuple[int, int, int, str | None, str | None, int | None]]],
) -> None:
    games = new_games(6)
    logs: dict[int, list[Line]] = {game.pk: [] for game in games}
    entries: list[list[Entry]] = []
    expected = []
    for batch in batches:
        lost = set()
        entries.append([])
        for at, behind, count, detail, command, digest in batch:
            log = logs[games[at].pk]
            first = max(1, len(log) + 1 - behind)
            events = lines(first, count, detail)
            entries[-1].append(Entry(games[at].pk, events, command, digest))
            if first <= len(log):
                lost.add(games[at].pk)
            else:
                log += [Line(event, command, digest) for event in events]
        expected.append(lost)
    assert append(*entries) == expected
    assert {game.pk: journal.read(game.pk) for game in games} == logs


def test_one_lost_game_among_hundreds_stays_out_whole_and_the_others_go_in() -> None:
    games = new_games(300)
    loser = games[137]
    journal.append([Entry(loser.pk, lines(1), "theirs")])
    assert append([Entry(game.pk, lines(1, 3), "ours") for game in reversed(games)]) == [{loser.pk}]
    assert GameEvent.objects.filter(command="ours").count() == 3 * 299
    assert numbers(loser) == [1]


def test_a_stream_and_other_writers_have_one_winner_a_line_and_no_gap() -> None:
    games, rounds = new_games(20), 15

    def batches(name: str) -> list[list[Entry]]:
        return [[Entry(game.pk, lines(number), name) for game in games] for number in range(1, rounds + 1)]

    def write() -> list[frozenset[int]]:
        try:
            return [journal.append(batch) for batch in batches("other")]
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(write)
        lost = append(*batches("stream")) + other.result(60)
    assert sum(len(games) for games in lost) == rounds * len(games)
    assert all(numbers(game) == list(range(1, rounds + 1)) for game in games)


def test_rows_are_brought_up_to_date_together_and_never_back() -> None:
    games = new_games(3)
    append([Entry(game.pk, lines(1, 9)) for game in games])
    keep([Kept(game.pk, at_version(game, 5 + place), 77) for place, game in enumerate(games)])
    keep([Kept(game.pk, at_version(game, 6), 99) for game in games])
    kept = list(Game.objects.order_by("pk").values_list("version", "moves", "seen_at"))
    assert kept == [(6, 6, 99), (6, 6, 77), (7, 7, 77)]


@pytest.mark.full
def test_a_row_that_somebody_holds_is_left_and_the_others_are_not() -> None:
    games = new_games(2)

    def keep_both() -> None:
        try:
            keep([Kept(game.pk, at_version(game, 4), 0) for game in games])
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Game.objects.select_for_update().get(pk=games[0].pk)
        pool.submit(keep_both).result(10)
    assert list(Game.objects.order_by("pk").values_list("version", flat=True)) == [1, 4]
