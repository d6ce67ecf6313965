from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import Player
from games import journal, tasks
from games.actions.audit import first_difference
from games.actions.fair_play.signs import too_even, too_fast, too_good
from games.actions.fair_play.watching import look
from games.klondike.events import By, Event, EventType
from games.models import Result, Standing, Suspicion
from tests.boards.client import Caller
from tests.boards.clock import Clock
from tests.boards.record import NOON, account, settled
from tests.games.seat import Seat
from tests.races.field import WINNABLE, winning_line

pytestmark = pytest.mark.django_db


def person(mean_ms: int, seed: int, moves: int = 110) -> list[int]:
    """Gaps as people's are: many quick, some long."""
    random = Random(seed)
    return [max(80, round(random.lognormvariate(0, 0.7) * mean_ms / 1.28)) for _ in range(moves)]


def program(wait_ms: int, moves: int = 110) -> list[int]:
    """Gaps of one that waits the same between moves, give or take what the network does."""
    random = Random(wait_ms)
    return [wait_ms + random.randint(0, wait_ms // 20) for _ in range(moves)]


@pytest.mark.parametrize(
    ("whose", "gaps", "kinds"),
    [
        ("a beginner", person(6_000, 1), set()),
        ("a good player", person(1_500, 2), set()),
        ("the fastest there are", person(400, 3), set()),
        ("a player with a long think", [*person(1_500, 4), 600_000], set()),
        ("a player who sends runs of obvious moves together", [0, 0, 2_000, 0, 1_500] * 22, set()),
        ("a short game", program(40, moves=50), set()),
        ("a program at full speed", program(30), {"too_fast", "too_even"}),
        ("a program in no hurry", program(1_000), {"too_even"}),
        ("a program that jitters at full speed", person(90, 5), {"too_fast"}),
        ("a whole game in one request", [0] * 110, {"too_fast"}),
    ],
)
def test_what_comes_too_fast_or_too_evenly_is_told_from_what_people_do(
    whose: str, gaps: Sequence[int], kinds: set[str]
) -> None:
    at = [0, *accumulate(gaps)]
    found = {"too_fast": too_fast(len(at), at[-1]), "too_even": too_even(at)}
    assert {kind for kind, evidence in found.items() if evidence} == kinds, whose


@pytest.mark.parametrize(
    ("won", "played", "flagged"),
    [
        (10, 10, False),  # a lucky evening
        (90, 200, False),  # an expert
        (130, 200, False),  # better than any known
        (164, 200, True),  # wins all that can be won
        (82, 100, False),  # too few to be sure
        (90, 100, True),
        (30, 30, True),
    ],
)
def test_winning_what_nobody_can_who_sees_only_what_is_face_up_is_noticed(won: int, played: int, flagged: bool) -> None:
    assert (too_good(won, played) is not None) is flagged


def played(player: Player, gaps: Sequence[int]) -> Result:
    """A win with a log in which the moves came with these gaps."""
    result = settled(player)
    moves = [0, *accumulate(gaps)]
    events = [Event(1, EventType.DEALT, "solo", By.SERVER, 0, 0)]
    events += [Event(2 + place, EventType.PLAYED, "draw", By.PLAYER, at, 0) for place, at in enumerate(moves)]
    journal.append([journal.Entry(result.pk, events)])
    look(result)
    return result


def test_a_suspicion_has_its_evidence_and_changes_nothing_by_itself() -> None:
    ann = account("Ann")
    result = played(ann, program(30))
    fast = Suspicion.objects.get(kind="too_fast")
    assert fast.evidence == {"moves": 111, "ms_per_move": fast.evidence["ms_per_move"], "bound": 150}
    assert (fast.state, list(fast.results.all())) == ("open", [result])
    assert Standing.objects.filter(player=ann).exists()


def test_a_person_raises_none() -> None:
    played(account("Ann"), person(900, 7))
    assert not Suspicion.objects.exists()


def test_a_real_game_in_one_request_is_noticed_once_it_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch).set(NOON)
    seat = Seat()
    game = seat.lies_on(WINNABLE, "turn-1")
    seat.plays(game, *winning_line())
    assert Result.objects.get(game=game).won
    assert not Suspicion.objects.exists()
    tasks.look_at_wins()
    tasks.look_at_wins()
    assert Suspicion.objects.get().kind == "too_fast"
    game.refresh_from_db()
    assert first_difference(game) is None
    assert Standing.objects.filter(board="fastest:turn-1:2026-11-30", rank_by=0).exists()


def test_a_long_run_of_wins_is_noticed_once_and_then_counted_from_there() -> None:
    ann = account("Ann")
    for _ in range(40):
        look(settled(ann))
    assert [suspicion.evidence["won"] for suspicion in Suspicion.objects.filter(kind="too_good")] == [28]


def decide(operator: Client, suspicion: Suspicion, action: str) -> None:
    answer = operator.post("/admin/games/suspicion/", {"action": action, "_selected_action": [suspicion.pk]})
    assert answer.status_code == 302


def fastest() -> list[tuple[str, int]]:
    items = Caller().get("leaderboards/fastest?rules=turn-1")["items"]
    return [(item["player"]["name"], item["value"]) for item in items]


def test_an_operator_withholds_a_result_from_boards_and_gives_it_back(operator: Client) -> None:
    ann = account("Ann")
    settled(ann, wall_ms=90_000)
    result = settled(ann, wall_ms=5_000)
    suspicion = Suspicion.objects.create(player=ann, ruleset="turn-1", kind="too_fast", evidence={"moves": 111})
    suspicion.results.add(result)
    assert fastest() == [("Ann", 5_000)]
    decide(operator, suspicion, "withhold")
    assert fastest() == [("Ann", 90_000)]
    assert Caller().get("leaderboards/wins?rules=turn-1")["items"][0]["value"] == 1
    decide(operator, suspicion, "dismiss")
    assert fastest() == [("Ann", 5_000)]
    decide(operator, suspicion, "withhold")
    decide(operator, suspicion, "reopen")
    assert fastest() == [("Ann", 5_000)]


def test_the_operator_sees_the_evidence_and_the_games(operator: Client) -> None:
    result = played(account("Ann"), program(30))
    suspicion = Suspicion.objects.get(kind="too_fast")
    page = operator.get(f"/admin/games/suspicion/{suspicion.pk}/change/").content.decode()
    assert "ms_per_move" in page
    assert escape(str(result.game)) in page
    assert "Ann" in operator.get("/admin/games/suspicion/").content.decode()
