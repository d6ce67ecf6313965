"""Races to run in tests: players, a deal with a known win, and a clock that is moved by moving what is written."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from itertools import count
from threading import Barrier
from typing import TypeVar

from django.db import connection
from django.db.models import F

from accounts.models import Player
from accounts.problems import Problem
from games import journal
from games.actions import play
from games.actions.answer import Answer
from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.deadlines import act_on
from games.actions.races.join import join
from games.actions.races.opening import Terms
from games.actions.races.ready import ready
from games.klondike.autoplay import hint
from games.klondike.deals import deal_from_seed
from games.klondike.errors import Refusal
from games.klondike.history import History
from games.klondike.moves import Move
from games.klondike.position import dealt
from games.klondike.rules import RULESETS
from games.klondike.shuffle import number_seed
from games.models import Deal, Entry, Game, GameEvent, Presence, Race, RaceEvent, Result, Wait
from games.models.race import Mode

T = TypeVar("T")

TURN_1 = Terms(RULESETS["turn-1"], time_limit_s=600)
POINTS = Terms(RULESETS["standard-1"], mode=Mode.POINTS, time_limit_s=600)
WINNABLE = 8
"""A deal that following the hints wins, drawing one."""

_numbers = count(1)


def named() -> Command:
    """A new command; what it asks is told apart by its name."""
    number = next(_numbers)
    return Command(f"c{number}", number)


def people(number: int) -> list[Player]:
    return [Player.objects.create() for _ in range(number)]


def seated(*players: Player, terms: Terms = TURN_1, number: int | None = WINNABLE) -> Race:
    """A race in which these players have all the seats, on a deal with a known win (None: a fresh one)."""
    race = create(players[0], terms._replace(seats=len(players))).race
    if number is not None:
        Deal.objects.filter(pk=race.deal_id).update(cards=deal_from_seed(number_seed(number)).text)
    for player in players[1:]:
        join(player, race.code)
    return race


def running(*players: Player, terms: Terms = TURN_1, number: int | None = WINNABLE) -> Race:
    """The same, all ready and the countdown over."""
    race = seated(*players, terms=terms, number=number)
    for player in players:
        ready(player, race.public_id, named())
    pass_time(race, 3)
    act_on(race.pk)  # unless a server process was first
    race.refresh_from_db()
    assert race.status == "running"
    return race


def game_of(race: Race, player: Player) -> Game:
    return Game.objects.get(entry__race=race, player=player)


def entry_of(race: Race, player: Player) -> Entry:
    return Entry.objects.get(race=race, player=player)


def places(race: Race) -> list[int | None]:
    """By seat."""
    return list(Entry.objects.filter(race=race).order_by("seat").values_list("place", flat=True))


def outcomes(race: Race) -> list[str | None]:
    """By seat."""
    return list(Entry.objects.filter(race=race).order_by("seat").values_list("outcome", flat=True))


@cache
def winning_line(ruleset: str = "turn-1") -> tuple[Move, ...]:
    """Of the deal with a known win."""
    game = History.start(dealt(deal_from_seed(number_seed(WINNABLE))), RULESETS[ruleset])
    line = []
    while not game.over:
        move = hint(game.position, game.rules, game.now.idle)
        assert move is not None
        line.append(move)
        game = game.play(move)
    return tuple(line)


def move(race: Race, player: Player, *moves: Move) -> Answer:
    """Plays on from where the player's log stands."""
    game = game_of(race, player)
    version = GameEvent.objects.filter(game=game.pk).count()
    name = named()
    return play.play_moves(player.pk, game.public_id, play.Command(version, name.id, name.digest), moves)


def up_to_the_win(race: Race, player: Player, *, short_of: int = 1) -> tuple[Move, ...]:
    """Plays all but the last moves of the winning line, and returns those."""
    line = winning_line(race.rules["name"])
    move(race, player, *line[:-short_of])
    return line[-short_of:]


def whole(race: Race) -> list[str]:
    """The types of a race's log, with everything checked that must hold whatever happened."""
    race.refresh_from_db()
    events = list(RaceEvent.objects.filter(race=race.pk))
    assert [event.number for event in events] == list(range(1, race.seq + 1))
    types = [str(event.type) for event in events]
    assert sum(event.type == "started" and event.player_id is None for event in events) <= 1
    assert types.count("finished") + types.count("void") == int(race.over)
    entries = list(Entry.objects.filter(race=race).select_related("game"))
    for entry in entries:
        if entry.game is None:
            continue
        lines = journal.read(entry.game.pk)
        assert [line.event.number for line in lines] == list(range(1, len(lines) + 1))
        assert lines[-1].event.number >= entry.game.version
        if race.over:
            assert lines[-1].event.number == entry.game.version
            assert entry.game.history.over
            assert entry.outcome is not None
            assert not entry.engaged
            assert Result.objects.filter(game=entry.game).count() == int(entry.game.history.started)
    assert {entry.game.deal_id for entry in entries if entry.game} <= {race.deal_id}
    if race.status == "finished":
        assert min(entry.place for entry in entries if entry.place) == 1
    return types


def pass_time(race: Race, seconds: float) -> None:
    """As if all that is written of the race had been written so much earlier."""
    by = timedelta(seconds=seconds)
    ms = round(seconds * 1000)
    times = ("created_at", "due_at", "starts_at", "ends_at")
    Race.objects.filter(pk=race.pk).update(**{name: F(name) - by for name in times})
    Entry.objects.filter(race=race).update(ends_at=F("ends_at") - by)
    Presence.objects.filter(entry__race=race).update(alive_until=F("alive_until") - by)
    games = Game.objects.filter(entry__race=race)
    GameEvent.objects.filter(game__in=games.values("pk")).update(at=F("at") - ms)
    games.update(at=F("at") - ms, started_at=F("started_at") - ms)


def wait_longer(seconds: float) -> None:
    """The same for those who wait to be matched."""
    by = timedelta(seconds=seconds)
    Wait.objects.update(since=F("since") - by)


def at_once(*calls: Callable[[], T]) -> list[T | Problem | Refusal]:
    """What the calls return or are refused with, all set off at the same moment, each on a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | Problem | Refusal:
        try:
            barrier.wait()
            return call()
        except (Problem, Refusal) as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
