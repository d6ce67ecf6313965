"""Players who follow a solver's lines, and players who don't."""

from __future__ import annotations

from itertools import accumulate, count
from random import Random

import pytest

from accounts.models import Player
from games import journal, tasks
from games.actions.fair_play.signs import Compared, solved
from games.klondike.history import History
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.models import Deal, Look, Suspicion
from tests.boards.lines import Chooses, asks, deal_text, sees_what_is_face_up, won_game
from tests.boards.record import account, settled
from tests.boards.test_fair_play import person

pytestmark = pytest.mark.django_db

RULES = RULESETS["turn-1"]


def wins(player: Player, chooses: Chooses, mean_ms: int, games: int) -> None:
    """So many games, each with its log, in which the moves came with pauses as people make them."""
    random = Random(7)
    for number in count(100):
        moves = won_game(number, RULES, chooses, random)
        if moves is None:
            continue
        deal = Deal.objects.create(source="secret", cards=deal_text(number))
        result = settled(player, deal=deal, wall_ms=len(moves) * mean_ms)
        history = History.start(dealt(deal.layout), RULES)
        events = [history.event]
        for move, at in zip(moves, accumulate(person(mean_ms, number, len(moves))), strict=True):
            history = history.play(move, at)
            events.append(history.event)
        journal.append([journal.Entry(result.pk, events)])
        games -= 1
        if not games:
            return


@pytest.mark.parametrize(
    ("whose", "chooses", "mean_ms", "flagged"),
    [
        ("a program that plays a solver's lines, with pauses as people make them", asks(1), 2_500, True),
        ("a very good player, fast, with detours of their own", sees_what_is_face_up, 600, False),
        ("a player who asks now and then", asks(0.4), 1_500, False),
    ],
)
def test_who_plays_a_solvers_lines_over_many_games_is_noticed_and_who_does_not_is_not(
    whose: str, chooses: Chooses, mean_ms: int, flagged: bool
) -> None:
    ann = account("Ann")
    wins(ann, chooses, mean_ms, games=12)
    while Look.objects.filter(looked_at=None).exists():
        tasks.look_at_wins()
    assert Look.objects.filter(moves__gt=60, unevenness__gt=0.3).count() == 12
    kinds = set(Suspicion.objects.exclude(kind="too_good").values_list("kind", flat=True))
    assert kinds == ({"solved"} if flagged else set()), whose
    if flagged:
        noted = Suspicion.objects.get(kind="solved")
        assert (noted.evidence["games"], noted.evidence["bound"], noted.results.count()) == (10, 0.85, 10)
        assert noted.evidence["same"] > 0.95


@pytest.mark.parametrize(
    ("whose", "games", "flagged"),
    [
        ("too few games", [Compared(100, 100, 100, 0.5)] * 9, False),
        ("another solver's lines", [Compared(100, 60, 98, 0.9)] * 10, True),
        ("four moves in five, one as evenly as another", [Compared(100, 80, 90, 0.15)] * 10, True),
        ("four moves in five, with pauses", [Compared(100, 80, 90, 0.8)] * 10, False),
        (
            "some perfect games among others",
            [Compared(100, 100, 100, 0.8)] * 5 + [Compared(120, 60, 90, 0.8)] * 5,
            False,
        ),
        ("games of obvious moves alone", [Compared(0, 0, 0, None)] * 10, False),
    ],
)
def test_what_is_noticed_of_many_games(whose: str, games: list[Compared], flagged: bool) -> None:
    assert (solved(games) is not None) is flagged, whose


def test_a_player_who_loses_as_often_is_not_compared() -> None:
    ann = account("Ann")
    wins(ann, asks(1), 2_500, games=9)
    for _ in range(15):
        settled(ann, won=False)
    tasks.look_at_wins()
    assert Look.objects.exclude(looked_at=None).count() == 9
    assert not Look.objects.filter(moves__gt=0).exists()
