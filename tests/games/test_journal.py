"""What the log promises whoever appends to it, on either database: the run decides which."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from threading import Barrier
from types import SimpleNamespace
from typing import TypeVar
from urllib.parse import urlsplit

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import journal
from games.journal import Entry, Line
from games.klondike.snapshot import Snapshot
from games.models import Game, GameEvent
from tests.games.logs import lines, new_games, numbers

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")

COMMANDS = st.none() | st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=64)
DIGESTS = st.none() | st.integers(-(2**63), 2**63 - 1)
DETAILS = st.none() | st.sampled_from(["draw", "4-6x13", "abandoned"])
WRITES = st.tuples(st.integers(0, 5), st.integers(0, 2), st.integers(1, 4), DETAILS, COMMANDS, DIGESTS)
"""Which game, how far behind the end of its log the entry starts, how many events; what the columns hold."""


def at_version(game: Game, version: int) -> Snapshot:
    return game.snapshot._replace(version=version, moves=version)


def at_once(writers: int, write: Callable[[int], T]) -> list[T]:
    """Runs `write` in so many threads, each with a connection of its own, which start together."""
    start = Barrier(writers)

    def run(number: int) -> T:
        start.wait()
        try:
            return write(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(writers) as pool:
        return list(pool.map(run, range(writers), timeout=60))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(WRITES, min_size=1, max_size=6, unique_by=lambda write: write[0]), min_size=1, max_size=6))
def test_what_is_appended_is_what_is_read_and_only_an_entry_at_the_end_of_its_log_goes_in(
    batches: list[list[tuple[int, int, int, str | None, str | None, int | None]]],
) -> None:
    games = new_games(6)
    logs: dict[int, list[Line]] = {game.pk: [] for game in games}
    cached = {game.pk: game.version for game in games}
    for batch in batches:
        entries, expected = [], set()
        for at, behind, count, detail, command, digest in batch:
            game = games[at]
            first = max(1, len(logs[game.pk]) + 1 - behind)
            events = lines(first, count, detail)
            entries.append(Entry(game.pk, events, command, digest, at_version(game, events[-1].number)))
            if first <= len(logs[game.pk]):
                expected.add(game.pk)
                continue
            logs[game.pk] += [Line(event, command, digest) for event in events]
            cached[game.pk] = max(cached[game.pk], events[-1].number)
        assert journal.append(entries) == expected
    assert {game.pk: journal.read(game.pk) for game in games} == logs
    assert dict(Game.objects.filter(pk__in=cached).values_list("pk", "version")) == cached


@pytest.mark.parametrize("first", [1, 2])
def test_one_lost_game_among_hundreds_stays_out_whole_and_the_others_go_in(first: int) -> None:
    games = new_games(300)
    loser = games[137]
    journal.append([Entry(loser.pk, lines(1, first), "theirs")])
    entries = [Entry(game.pk, lines(1, 3), "ours", snapshot=at_version(game, 3)) for game in reversed(games)]
    assert journal.append(entries) == {loser.pk}
    winners = GameEvent.objects.filter(command="ours")
    assert winners.count() == 3 * 299
    assert [line.command for line in journal.read(loser.pk)] == ["theirs"] * first
    loser.refresh_from_db()
    assert loser.version == 1
    assert Game.objects.filter(version=3, moves=3).count() == 299


def test_nothing_to_append_is_nothing_lost() -> None:
    assert journal.append([]) == frozenset()


def test_a_batch_in_which_all_lose_changes_nothing() -> None:
    games = new_games(3)
    journal.append([Entry(game.pk, lines(1), "theirs") for game in games])
    assert journal.append([Entry(game.pk, lines(1, 2), "ours") for game in games]) == {game.pk for game in games}
    assert not GameEvent.objects.filter(command="ours").exists()


@pytest.mark.parametrize("batch", [1, 2])
def test_a_cache_never_goes_back(batch: int) -> None:
    games = new_games(batch)
    journal.append([Entry(game.pk, lines(1, 5), snapshot=at_version(game, 5)) for game in games])
    journal.append([Entry(game.pk, lines(6), snapshot=at_version(game, 3)) for game in games])
    journal.append([Entry(game.pk, lines(7)) for game in games])
    assert {game.version for game in Game.objects.all()} == {5}
    journal.append([Entry(game.pk, lines(8), snapshot=at_version(game, 8)) for game in games])
    assert {game.version for game in Game.objects.all()} == {8}


def test_a_cache_holds_every_field_of_its_snapshot() -> None:
    (game,) = new_games(1)
    whole = Snapshot(
        *(2, "lost", "abandoned", "x/y/z", 3, 4, -52, 6, (1 << 52) - 1, 8, 9),
        *(True, True, True, True, True, 2**40, True, 2**41, 2**41, 2**42, True),
    )
    journal.append([Entry(game.pk, lines(1, 2), snapshot=whole)])
    game.refresh_from_db()
    assert game.snapshot == whole
    assert game.seen_at == whole.at


@pytest.mark.parametrize("together", [True, False])
def test_inside_a_transaction_a_lost_entry_raises_and_what_was_before_it_is_undone(together: bool) -> None:
    first, second = new_games(2)
    journal.append([Entry(second.pk, lines(1))])
    entries = [Entry(first.pk, lines(1)), Entry(second.pk, lines(1))]

    @transaction.atomic
    def write() -> None:
        for batch in [entries] if together else [[entry] for entry in entries]:
            journal.append(batch)

    with pytest.raises(IntegrityError):
        write()
    assert (numbers(first), numbers(second)) == ([], [1])


def test_one_game_twice_in_a_batch_is_a_fault_of_the_caller() -> None:
    (game,) = new_games(1)
    with pytest.raises(ValueError, match="one entry a game"):
        journal.append([Entry(game.pk, lines(1)), Entry(game.pk, lines(2))])
    assert numbers(game) == []


def test_a_line_that_the_table_refuses_is_an_error_and_no_lost_race() -> None:
    games = new_games(2)
    # A fault, on purpose: the column takes no null. COPY writes the word itself, a statement its value.
    nobody = None if connection.vendor == "postgresql" else SimpleNamespace(value=None)
    broken = [line._replace(by=nobody) for line in lines(1)]  # type: ignore[arg-type]
    with pytest.raises(IntegrityError):
        journal.append([Entry(games[0].pk, lines(1)), Entry(games[1].pk, broken)])
    assert numbers(games[0]) == []


def test_batches_that_overlap_have_one_winner_a_game_and_no_gap() -> None:
    games = new_games(40)
    writers, rounds = 4, 5

    def write(me: int) -> list[set[int]]:
        """Each writer takes most of the games, in an order of its own, from where all have read the log to end."""
        won = []
        for turn in range(rounds):
            mine = [game for game in games if game.pk % writers != me]
            entries = [Entry(game.pk, lines(1 + 2 * turn, 2), f"{me}/{turn}") for game in mine[me:] + mine[:me]]
            won.append({entry.game for entry in entries} - journal.append(entries))
            meet.wait()
        return won

    meet = Barrier(writers)
    outcomes = at_once(writers, write)
    for turn in range(rounds):
        winners = [game for outcome in outcomes for game in outcome[turn]]
        assert sorted(winners) == [game.pk for game in games]
    for game in games:
        log = journal.read(game.pk)
        assert [line.event.number for line in log] == list(range(1, 2 * rounds + 1))
        assert [len(list(entry)) for _, entry in groupby(log, key=lambda line: line.command)] == [2] * rounds
        for me, outcome in enumerate(outcomes):
            mine = [turn for turn in range(rounds) if game.pk in outcome[turn]]
            assert [line.command for line in log if (line.command or "").startswith(f"{me}/")] == [
                f"{me}/{turn}" for turn in mine for _ in range(2)
            ]


def test_batches_and_single_entries_that_meet_do_not_wait_for_each_other_for_ever() -> None:
    games = new_games(12)

    def write(me: int) -> int:
        lost = 0
        for number in range(1, 16):
            entries = [Entry(game.pk, lines(number), str(me), snapshot=at_version(game, number)) for game in games]
            if me % 2:
                lost += len(journal.append(reversed(entries)))
            else:
                lost += sum(len(journal.append([entry])) for entry in reversed(entries))
        return lost

    assert sum(at_once(4, write)) == 3 * 15 * len(games)
    assert all(numbers(game) == list(range(1, 16)) for game in games)
    assert {game.version for game in Game.objects.all()} == {15}


def test_processes_that_write_the_same_games_have_one_winner_a_line_and_no_gap() -> None:
    games, rounds, names = new_games(20), 10, ["a", "b", "c"]
    database = connection.settings_dict["NAME"]
    url = f"sqlite:///{database}" if connection.vendor == "sqlite" else renamed(os.environ["DATABASE_URL"], database)
    writers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.games.writer", name, str(rounds), *[str(game.pk) for game in games]],
            env={**os.environ, "DATABASE_URL": url},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    lost = [int(writer.communicate(timeout=60)[0]) for writer in writers]
    assert sum(lost) == (len(names) - 1) * rounds * len(games)
    for game in games:
        assert numbers(game) == list(range(1, rounds + 1))


def renamed(url: str, database: str) -> str:
    return urlsplit(url)._replace(path=f"/{database}").geturl()
