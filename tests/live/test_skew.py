"""A process whose clock is minutes off serves races as any other: what counts is the database's time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from games.actions.now import ms_of
from games.messages import Claim, Finished, Move, Moved, Moves, Refused, Started
from games.models import Game, GameEvent, Race
from tests.live.players import Client, at, begin_race, in_thread, new_guest
from tests.live.surroundings import GENEROUS, surroundings
from tests.races import field
from tests.service.process import serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]

SKEWED = Path(__file__).parent / "skewed"
LITTLE_MS = 2_000
"""Of five minutes: what two clocks that were compared may still differ by, on a machine that has much to do."""


@pytest.fixture(params=["-300", "300"], ids=["five minutes late", "five minutes early"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """A process with a right clock and one with a wrong one."""
    with ExitStack() as running:
        found = []
        for settings in ({}, {"PYTHONPATH": str(SKEWED), "SKEW_S": request.param}):
            _, address = running.enter_context(serving(tmp_path, **surroundings(), **GENEROUS, **settings))
            found.append(address)
        yield found


async def plays_the_line(client: Client, topic: str, *, short_of: int) -> None:
    line = [move.text for move in field.winning_line()]
    await client.send(Moves(topic, "line", 1, line[: len(line) - short_of]))
    await client.hears(Moved, id="line")


async def test_it_starts_ends_and_claims_no_race_early_and_its_players_take_as_long_as_others(
    places: list[str],
) -> None:
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    terms = field.TURN_1._replace(time_limit_s=120)
    race = await in_thread(field.seated, ann.player, bob.player, terms=terms)
    line = field.winning_line()
    async with at(places[0], ann) as one, at(places[1], bob) as other:
        games = await begin_race(race.topic, one, other)
        for client in (one, other):
            (started,) = [told for told in client.told if isinstance(told, Started)]
            assert 0 < started.race["ends_in_ms"] <= 120_000
        await asyncio.sleep(3)  # so that one's time differs from none
        await plays_the_line(one, games[one], short_of=2)
        await plays_the_line(other, games[other], short_of=1)
        await other.send(Claim(race.topic, "claim"))
        refused = await other.hears(Refused, id="claim")
        assert refused.problem["code"] == "nobody_away"
        await other.send(Move(games[other], "last", len(line), line[-1].text))
        ends = [await client.hears(Finished) for client in (one, other)]
        assert {end.reason for end in ends} == {"won"}
        assert {player["id"]: player["place"] for player in ends[0].players}[bob.player.public_id] == 1

    await in_thread(race.refresh_from_db)
    assert race.starts_at is not None
    assert race.ended_at is not None
    begin, end = ms_of(race.starts_at), ms_of(race.ended_at)
    for game in await in_thread(list, Game.objects.filter(entry__race=race)):
        times = await in_thread(list, GameEvent.objects.filter(game=game.pk).values_list("at", flat=True))
        assert begin <= min(times) <= max(times) <= end + LITTLE_MS
        assert abs(game.elapsed_ms - (end - begin)) < LITTLE_MS
    assert await in_thread(Race.objects.filter(pk=race.pk, status="finished").exists)
