from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import count
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction

from games import tasks
from games.actions.races.deadlines import act_on_due
from games.actions.races.forfeit import forfeit
from games.actions.races.keeper import keep
from games.actions.races.looking import look
from games.actions.races.problems import RaceOver
from games.actions.races.ready import ready
from games.klondike.moves import DRAW
from games.models import Entry, Game, Race, RaceEvent
from tests.races.field import at_once, game_of, move, named, pass_time, people, places, running, seated

pytestmark = pytest.mark.django_db(transaction=True)


def test_nothing_happens_before_its_time_and_everything_at_it() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    race.refresh_from_db()
    assert race.ends_at is not None
    pass_time(race, (race.ends_at - datetime.now(UTC)).total_seconds() - 0.3)
    act_on_due()
    race.refresh_from_db()
    assert race.status == "running"
    pass_time(race, 0.3)
    act_on_due()
    race.refresh_from_db()
    assert (race.status, race.reason) == ("finished", "limit")


def test_acting_twice_or_at_once_changes_nothing_more() -> None:
    races = [running(*people(2)) for _ in range(4)]
    for race in races:
        pass_time(race, 600)
    at_once(*[act_on_due] * 4)
    told = list(RaceEvent.objects.values_list("race", "number", "type"))
    act_on_due()
    assert list(RaceEvent.objects.values_list("race", "number", "type")) == told
    assert set(Race.objects.values_list("status", flat=True)) == {"void"}


def test_a_look_brings_about_what_is_due_though_no_process_has_acted() -> None:
    ann, bob = people(2)
    race = seated(ann, bob)
    ready(ann, race.public_id, named())
    ready(bob, race.public_id, named())
    pass_time(race, 3)
    assert look(ann, race.public_id).race.status == "running"
    assert Game.objects.count() == 2


def test_the_schedulers_task_does_it_where_no_serving_process_did() -> None:
    race = running(*people(2))
    pass_time(race, 600)
    tasks.act_on_due()
    assert Race.objects.get(pk=race.pk).over


def test_a_verb_that_comes_too_late_is_refused_and_the_deadline_kept() -> None:
    ann, bob = people(2)
    race = running(ann, bob)
    move(race, ann, DRAW)
    pass_time(race, 600)
    with pytest.raises(RaceOver):
        forfeit(bob, race.public_id, named())
    assert Race.objects.get(pk=race.pk).reason == "limit"


@pytest.mark.full
def test_a_race_that_somebody_holds_is_left_to_them_and_the_others_are_served() -> None:
    held, other = running(*people(2)), running(*people(2))
    for race in (held, other):
        pass_time(race, 600)
    with transaction.atomic():
        Race.objects.select_for_update().get(pk=held.pk)
        at_once(act_on_due)
        assert Race.objects.get(pk=other.pk).over
    assert not Race.objects.get(pk=held.pk).over
    act_on_due()
    assert Race.objects.get(pk=held.pk).over


async def test_the_keeper_starts_and_ends_a_race_that_nobody_speaks_to() -> None:
    def begin() -> Race:
        players = people(2)
        race = seated(*players)
        Race.objects.filter(pk=race.pk).update(time_limit_s=1)
        for player in players:
            ready(player, race.public_id, named())
        pass_time(race, 2.9)
        connection.close()
        return race

    def status() -> str:
        race.refresh_from_db()
        connection.close()
        return race.status

    race = await sync_to_async(begin)()
    keeping = asyncio.create_task(keep())
    try:
        statuses: list[str] = []
        for _ in range(40):
            now = await sync_to_async(status)()
            statuses += [] if now in statuses else [now]
            await asyncio.sleep(0.1)
    finally:
        keeping.cancel()
    assert statuses == ["countdown", "running", "void"]


class Killed(BaseException):
    """The process is gone."""


def dies(within: Callable[[], object], step: int) -> bool:
    """Whether the process, which goes before its statement number `step`, came so far."""
    left = step

    def die(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed()
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(die):
            within()
    except Killed:
        return True
    finally:
        connection.close()
    return False


def test_a_crash_between_any_two_steps_of_the_end_leaves_a_race_that_ends() -> None:
    for step in count(1):
        ann, bob = people(2)
        race = running(ann, bob)
        move(race, ann, DRAW)
        pass_time(race, 600)
        died = dies(act_on_due, step)
        act_on_due()
        race.refresh_from_db()
        assert (race.status, race.reason, places(race)) == ("finished", "limit", [1, 2])
        assert [event.number for event in RaceEvent.objects.filter(race=race.pk)] == list(range(1, race.seq + 1))
        assert not Entry.objects.filter(race=race, engaged=True).exists()
        assert [game_of(race, player).ended_by for player in (ann, bob)] == ["race", "void"]
        if not died:
            assert step > 10
            break


def test_a_crash_between_any_two_steps_of_the_start_leaves_a_race_that_starts() -> None:
    for step in count(1):
        ann, bob = people(2)
        race = seated(ann, bob)
        ready(ann, race.public_id, named())
        command = named()
        dies(partial(ready, bob, race.public_id, command), step)
        ready(bob, race.public_id, command)
        pass_time(race, 3)
        died = dies(act_on_due, step)
        act_on_due()
        assert Game.objects.filter(entry__race=race).count() == 2
        move(race, bob, DRAW)
        forfeit(ann, race.public_id, named())
        assert places(race) == [2, 1]
        if not died:
            assert step > 10
            break
