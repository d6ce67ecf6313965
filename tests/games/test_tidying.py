"""Abandoned games and unused guests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone

from accounts.actions.sessions import open_session
from accounts.models import Player, Session
from games.actions import sharing, tidying
from games.actions.audit import first_difference
from games.klondike.errors import GameOver
from games.models import Deal, Game, GameEvent, Presence, Result
from games.models.game import Origin
from tests.games.seat import Seat
from tests.races.field import seated

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 60 * 60 * 1000


@pytest.fixture
def seat() -> Seat:
    return Seat()


def days_pass(days: int) -> None:
    """What has happened in games that aren't over, and the players' last visits, are so much longer ago."""
    ms = days * DAY_MS
    unfinished = Game.objects.filter(ended_at=None)
    GameEvent.objects.filter(game__in=unfinished.values("pk")).update(at=F("at") - ms)
    unfinished.update(**{field: F(field) - ms for field in ("at", "started_at", "seen_at")})
    Player.objects.update(seen_at=timezone.now() - timedelta(days=days))


def test_what_has_run_out_is_forgotten_and_what_lives_stays(seat: Seat) -> None:
    player = Player.objects.create(guest=True)
    lives, ended = open_session(player, "here"), open_session(player, "there")
    Session.objects.filter(pk=ended.pk).update(expire_date=timezone.now() - timedelta(seconds=1))
    entry = seated(player, Player.objects.create()).entries.get(player=player)
    for days in (0, 2):
        until = timezone.now() - timedelta(days=days)
        Presence.objects.create(entry=entry, connection=f"{days} days ago", alive_until=until)
    call_command("tidy", stdout=StringIO())
    assert list(Session.objects.filter(player=player)) == [lives]
    assert [presence.connection for presence in Presence.objects.filter(entry=entry)] == ["0 days ago"]


def ends() -> dict[int, tuple[str, str | None]]:
    return {game.pk: (game.status, game.ended_by) for game in Game.objects.all()}


def test_a_game_without_a_command_for_thirty_days_is_lost_once(seat: Seat) -> None:
    played, fresh = seat.begins("turn-3"), seat.begins("turn-1")
    practice = seat.begins("turn-3", Origin.NUMBER, number="1")
    for game in (played, practice):
        seat.plays(game, "draw")
    seat.pauses(played)
    days_pass(29)
    assert tidying.abandon_games() == 0
    days_pass(2)
    assert tidying.abandon_games() == 3
    assert ends() == {
        played.pk: ("lost", "abandoned"),
        practice.pk: ("lost", "abandoned"),
        fresh.pk: ("void", "void"),
    }
    assert set(Result.objects.values_list("game", "ended_by")) == {(played.pk, "abandoned"), (practice.pk, "abandoned")}
    assert tidying.abandon_games() == 0
    assert [first_difference(game) for game in Game.objects.select_related("deal")] == [None] * 3
    with pytest.raises(GameOver):
        seat.plays(played, "draw")


def test_the_time_since_the_last_command_is_no_time_of_play(seat: Seat) -> None:
    game = seat.begins()
    seat.plays(game, "draw")
    days_pass(31)
    tidying.abandon_games()
    assert Result.objects.get().elapsed_ms <= 60_000


def test_a_row_that_lags_does_not_end_a_game_that_is_played(seat: Seat) -> None:
    game = seat.begins()
    days_pass(31)
    before = Game.objects.get(pk=game.pk).snapshot
    seat.plays(game, "draw")
    Game.objects.filter(pk=game.pk).update(**before._asdict())
    assert tidying.abandon_games() == 0
    assert seat.sees(game).status == "playing"


@pytest.mark.django_db(transaction=True)
def test_tidying_twice_at_once_settles_once(seat: Seat) -> None:
    for ruleset in ("turn-1", "turn-3", "vegas-1"):
        seat.plays(seat.begins(ruleset), "draw")
    days_pass(31)

    def tidy(_: int) -> int:
        try:
            return tidying.abandon_games()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(tidy, range(4))) == 3
    assert Result.objects.count() == 3
    assert GameEvent.objects.filter(type="end").count() == 3


def test_a_guest_who_never_made_a_move_is_forgotten_with_all_that_hangs_on_them(seat: Seat) -> None:
    seat.begins("turn-3")
    seat.begins("turn-3")
    seat.begins("turn-3", Origin.NUMBER, number="7")
    open_session(seat.player, "")
    days_pass(29)
    assert tidying.forget_guests() == 0
    days_pass(31)
    assert tidying.forget_guests() == 1
    for model in (Player, Session, Game, GameEvent):
        assert not model._default_manager.exists()
    assert list(Deal.objects.values_list("number", flat=True)) == ["7"]
    assert tidying.forget_guests() == 0


def test_guests_who_played_shared_or_came_lately_and_accounts_stay(seat: Seat) -> None:
    lately, account, sharer = Seat(), Seat(), Seat()
    seat.plays(seat.begins(), "draw")
    shared = sharer.begins()
    sharing.share(sharer.player.pk, shared.public_id, sharer.command(shared))
    days_pass(31)
    Player.objects.filter(pk=account.player.pk).update(guest=False)
    Player.objects.filter(pk=lately.player.pk).update(seen_at=timezone.now())
    assert tidying.forget_guests() == 0
    assert Player.objects.count() == 4


def test_a_guest_is_not_forgotten_whose_row_does_not_know_of_their_move_yet(seat: Seat) -> None:
    game = seat.begins()
    before = game.snapshot
    seat.plays(game, "draw")
    Game.objects.filter(pk=game.pk).update(**before._asdict())
    days_pass(31)
    assert tidying.forget_guests() == 0


def test_the_command_says_what_it_did(seat: Seat) -> None:
    seat.plays(seat.begins(), "draw")
    Seat().begins()
    days_pass(31)
    out = StringIO()
    call_command("tidy", stdout=out)
    assert out.getvalue() == "2 games abandoned, 1 guests forgotten\n"
