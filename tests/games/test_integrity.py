"""Whatever a player does, every attempt with a move settles exactly once, and the record is the sum of the results."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import journal
from games.actions import tidying
from games.actions.audit import first_difference
from games.actions.removal import remove
from games.actions.sharing import share
from games.actions.sitting import replay
from games.actions.statistics import statistics
from games.klondike.events import EventType
from games.models import Game, Result
from tests.games.seat import WON_BY_HINTS, Seat
from tests.games.test_tidying import days_pass

pytestmark = pytest.mark.django_db

RULESETS = ["turn-1", "turn-3", "google-easy"]
DEEDS = ["begin", "begin", "keep", "lucky", "restart", "wander", "wander", "win", "concede", "remove", "share", "wait"]


class Life:
    """One player's doings, each with a game chosen by `whim` among those there are."""

    def __init__(self) -> None:
        self.seat = Seat()

    def does(self, deed: str, ruleset: str, whim: int) -> None:
        seat, games = self.seat, list(Game.objects.filter(player=self.seat.player).order_by("pk"))
        game = games[whim % len(games)] if games else seat.begins(ruleset)
        playing = not seat.sees(game).over
        match deed:
            case "begin":
                seat.begins(ruleset)
            case "keep":
                seat.keeps(ruleset)
            case "lucky":
                seat.lies_on(WON_BY_HINTS[ruleset], ruleset)
            case "restart":
                seat.restarts(game)
            case "wander":
                seat.wanders(game, whim % 12, Random(whim))
            case "win" if playing and not seat.sees(game).started and seat.sees(game).status == "playing":
                if seat.follows_hints(game).after.status == "playing":
                    seat.wanders(game, 3, Random(whim))
            case "concede" if playing:
                seat.concedes(game)
            case "remove":
                remove(seat.player.pk, game.public_id)
            case "share":
                share(seat.player.pk, game.public_id, seat.command(game))
            case "wait":
                days_pass(31)
                tidying.abandon_games()


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(DEEDS), st.sampled_from(RULESETS), st.integers(0, 10**6)), min_size=1, max_size=14
    )
)
def test_attempts_settle_once_and_the_record_is_their_sum(deeds: list[tuple[str, str, int]]) -> None:
    life = Life()
    for deed in deeds:
        life.does(*deed)
    games = Game.objects.select_related("deal").filter(player=life.seat.player)
    expected: Counter[tuple[str, str]] = Counter()
    for game in games:
        assert first_difference(game) is None
        history = replay(game)
        moved = any(line.event.type is EventType.PLAYED for line in journal.read(game.pk))
        assert Result.objects.filter(game=game).count() == (history.over and moved)
        if history.practice or not moved or not history.over:
            expected[game.ruleset, "open"] += not history.practice and not history.over
            continue
        expected[game.ruleset, "all"] += 1
        expected[game.ruleset, "won"] += history.position.won
    records = {record["ruleset"]: record for record in statistics(life.seat.player)}
    for ruleset in RULESETS:
        record = records.get(ruleset, {"all": {"played": 0, "won": 0, "lost": 0}, "in_progress": 0})
        played, won = expected[ruleset, "all"], expected[ruleset, "won"]
        assert record["all"]["played"] == played
        assert record["all"]["won"] == won <= played
        assert record["all"]["lost"] == played - won
        assert record["in_progress"] == expected[ruleset, "open"] <= 1
