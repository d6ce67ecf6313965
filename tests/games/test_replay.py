"""`manage.py replay`: draws a game, and proves from the log what is kept beside it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.actions.audit import first_difference
from games.klondike.rules import RULESETS
from games.klondike.sight import known_cards
from games.klondike.snapshot import Snapshot
from games.models import Deal, Game, GameEvent, Result
from games.models.game import Origin
from tests.games.seat import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    return Seat()


@pytest.fixture
def game(seat: Seat) -> Game:
    """Lost, with a result: an open deal of a number whose first moves are known."""
    game = seat.begins("standard-3", Origin.NUMBER, number="1")
    seat.plays(game, "draw", "draw")
    seat.undoes(game)
    seat.redoes(game)
    seat.concedes(game)
    return Game.objects.get(pk=game.pk)


def replay(*arguments: str, **options: bool) -> str:
    out = StringIO()
    call_command("replay", *arguments, stdout=out, **options)
    return out.getvalue()


def refused(*arguments: str, **options: bool) -> str:
    with pytest.raises(CommandError) as refusal:
        replay(*arguments, **options)
    return str(refusal.value)


def test_a_game_is_drawn_event_by_event(game: Game) -> None:
    text = replay(game.public_id)
    titles = re.findall(r"^(\d+)\. (\w+ ?\S*) · (\w+) · ", text, re.MULTILINE)
    assert titles == [
        ("1", "deal practice", "server"),
        ("2", "move draw", "player"),
        ("3", "move draw", "player"),
        ("4", "undo draw", "player"),
        ("5", "redo draw", "player"),
        ("6", "end conceded", "player"),
    ]
    tables = re.split(r"\n\d+\. .*\n", text)
    assert tables[2] == tables[4]
    assert tables[3] == tables[5] == tables[6]
    cards = game.deal.cards
    stock = [cards[at : at + 2] for at in range(56, 104, 2)]
    assert f"stock: {' '.join(stock)}" in tables[1]
    assert f"stock: {' '.join(stock[3:])}\nwaste: {' '.join(stock[:3])}" in tables[2]


def test_of_a_closed_deal_only_known_cards_are_drawn_unless_asked(seat: Seat) -> None:
    game = seat.begins("turn-3")
    seat.plays(game, "draw")
    hidden, shown = replay(game.public_id), replay(game.public_id, reveal=True)
    cards = re.findall(r"\b[A2-9TJQK][CDHScdhs]\b", re.sub(r"^\d+\. .*$", "", hidden, flags=re.MULTILINE))
    assert {card.upper() for card in cards} == known(seat, game)
    assert hidden.count("??") == 21 + 24 + 21 + 21
    assert "??" not in shown
    seat.concedes(game)
    assert "??" not in replay(game.public_id)


def known(seat: Seat, game: Game) -> set[str]:
    return {card.text for card in known_cards(seat.sees(game))}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(RULESETS)), st.integers(0, 10**9), st.integers(0, 60), st.booleans())
def test_whatever_is_played_proves_true(ruleset: str, whims: int, steps: int, conceded: bool) -> None:
    seat = Seat()
    game = seat.begins(ruleset)
    seat.wanders(game, steps, Random(whims))
    if conceded and not seat.sees(game).over:
        seat.concedes(game)
    assert "verified" in replay(game.public_id, verify=True)


def test_a_row_that_lags_behind_its_log_is_proved_as_of_its_version(seat: Seat) -> None:
    game = seat.begins()
    before = seat.plays(game, "draw").after.snapshot()
    seat.plays(game, "draw")
    Game.objects.filter(pk=game.pk).update(**before._asdict())
    assert "verified" in replay(game.public_id, verify=True)
    Game.objects.filter(pk=game.pk).update(moves=2)
    assert "moves is 2, by the log 1" in refused(game.public_id, verify=True)


@pytest.mark.parametrize("field", Snapshot._fields)
def test_every_cached_column_is_proved(game: Game, field: str) -> None:
    assert first_difference(game) is None
    Game.objects.filter(pk=game.pk).update(**{field: other_than(getattr(game, field))})
    said = first_difference(Game.objects.select_related("deal").get(pk=game.pk))
    assert said is not None
    assert said.startswith("the row is at version" if field == "version" else f"{field} is")


_IN_NO_LOG = ("day",)  # the database says what day it is
RESULT = [
    field.attname for field in Result._meta.concrete_fields if field.attname not in ("game_id", "ended_at", *_IN_NO_LOG)
]


@pytest.mark.parametrize("field", RESULT)
def test_every_column_of_a_result_is_proved(game: Game, field: str) -> None:
    kept = getattr(Result.objects.get(game=game), field)
    another = Seat()
    others = {"player_id": another.player.pk, "deal_id": another.begins().deal_id}
    other = others[field] if field in others else other_than(kept)
    Result.objects.filter(game=game).update(**{field: other})
    assert f"the result's {field} is" in str(first_difference(game))


def other_than(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case date():
            return value + timedelta(days=1)
        case None:
            return 7
        case _:
            return "x"


def test_a_result_too_many_or_too_few_is_a_difference(seat: Seat, game: Game) -> None:
    result = Result.objects.get(game=game)
    result.delete()
    assert first_difference(game) == "there is no result, by the log one"
    result.game = seat.begins()
    result.save(force_insert=True)
    assert first_difference(result.game) == "there is a result, by the log none"


@pytest.mark.parametrize(
    ("number", "changes", "said"),
    [
        (3, {"detail": "redeal"}, "event 3, move redeal: nothing_to_redeal"),
        (3, {"detail": "4-4"}, "event 3, move 4-4: invalid"),
        (3, {"at": 5}, "event 3, move draw: it is earlier than the one before"),
        (3, {"charged_ms": 10**6}, "event 3, move draw: it charges 1000000 ms, which is not between"),
        (3, {"type": "resume", "detail": None}, "event 3, resume : the game was playing"),
        (3, {"type": "end", "detail": "conceded"}, "event 4, undo draw: game_over"),
        (3, {"type": "deal"}, "event 3, deal draw: it deals a second time"),
        (3, {"type": "wish"}, "the log can't be read: 'wish' is not a valid EventType"),
        (4, {"detail": "w-f"}, "event 4, undo w-f: the last move was draw"),
        (5, {"detail": "w-f"}, "event 5, redo w-f: draw was taken back"),
        (6, {"number": 7}, "event 7, end conceded: it follows number 5"),
        (1, {"number": 0}, "the log doesn't start with its deal"),
        (6, {"command": "c1"}, "event 6: the command 'c1' happened before"),
        (2, {"by": "finish"}, "event 2, move draw: cannot_finish"),
        (4, {"type": "practice", "detail": None}, "event 4, practice : the game was that before"),
    ],
)
def test_every_event_is_judged_anew(game: Game, number: int, changes: dict[str, object], said: str) -> None:
    GameEvent.objects.filter(game=game.pk, number=number).update(**changes)
    assert str(first_difference(game)).startswith(said)


def test_a_missing_line_and_a_missing_log_are_differences(game: Game) -> None:
    GameEvent.objects.filter(game=game.pk, number=4).delete()
    assert first_difference(game) == "event 5, redo draw: it follows number 3"
    GameEvent.objects.filter(game=game.pk).delete()
    assert first_difference(game) == "the log doesn't start with its deal"


def test_a_deal_is_proved_from_its_seed_and_number(game: Game) -> None:
    deal = game.deal
    swapped = deal.cards[2:4] + deal.cards[:2] + deal.cards[4:]
    for changes, said in (
        ({"cards": swapped}, "the deal's cards don't come from its seed"),
        ({"cards": deal.cards[2:] + deal.cards[-2:]}, "the deal is none: not_a_deal"),
        ({"cards": deal.cards, "number": "2"}, "the deal's seed isn't its number's"),
    ):
        Deal.objects.filter(pk=deal.pk).update(**changes)
        assert first_difference(Game.objects.select_related("deal").get(pk=game.pk)) == said


def test_a_difference_ends_the_command_with_an_error_that_names_no_hidden_card(seat: Seat) -> None:
    game = seat.begins()
    Game.objects.filter(pk=game.pk).update(position=game.position.lower())
    assert refused(game.public_id, verify=True) == f"game {game.public_id}: position isn't the log's"


def test_all_games_are_verified_and_the_wrong_ones_named(seat: Seat, game: Game) -> None:
    other = seat.begins()
    assert replay(all=True, verify=True) == "2 games verified\n"
    Game.objects.filter(pk=other.pk).update(moves=3)
    out = StringIO()
    with pytest.raises(CommandError, match=r"^1 of 2 games differ from their logs\.$"):
        call_command("replay", all=True, verify=True, stdout=out)
    assert out.getvalue() == f"game {other.public_id}: moves is 3, by the log 0\n"


def test_a_request_that_makes_no_sense_is_refused() -> None:
    assert refused() == "Name a game, or ask for --all --verify."
    assert refused(all=True) == "Name a game, or ask for --all --verify."
    assert refused("nosuchgame12") == "There is no game nosuchgame12."
