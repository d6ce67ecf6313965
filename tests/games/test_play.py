from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.models import Player
from accounts.problems import IdReused, Problem
from games import journal
from games.actions import play
from games.actions.begin import Begun, begin
from games.actions.deals import Choice
from games.actions.play import Command
from games.actions.problems import Stale
from games.klondike.moves import DRAW, parse_move
from games.klondike.rules import RULESETS
from games.models import Game
from games.models.game import Origin

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def player() -> Player:
    return Player.objects.create()


def dealt(player: Player, number: str = "1") -> Begun:
    return begin(player, RULESETS["turn-3"], Choice(Origin.NUMBER, number=number))


def command(after: int, name: str, digest: int = 1) -> Command:
    return Command(after, name, digest)


def test_a_move_is_one_line_of_the_log_and_the_row_follows_now_and_then(player: Player) -> None:
    game = dealt(player).game
    for after in range(1, 8):
        answer = play.play_moves(player.pk, game.public_id, command(after, f"m{after}"), [DRAW])
        assert journal.read(game.pk)[-1].event.detail == "draw"
        game.refresh_from_db()
        assert game.version in (1, answer.after.version)
    assert game.snapshot == answer.after.snapshot()
    play.play_moves(player.pk, game.public_id, command(8, "more"), [DRAW])
    undone = play.undo(player.pk, game.public_id, command(9, "undo")).after
    game.refresh_from_db()
    assert game.snapshot == undone.snapshot()


def test_of_twenty_writers_one_wins_and_the_others_are_told_what_they_missed(player: Player) -> None:
    game = dealt(player).game

    def write(name: int) -> Problem | None:
        try:
            play.play_moves(player.pk, game.public_id, command(1, f"c{name}", name), [DRAW])
        except Stale as stale:
            return stale
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(write, range(20)))
    refused = [answer for answer in answers if answer is not None]
    assert len(refused) == 19
    for answer in refused:
        assert answer.extra["version"] == 2
        assert [event["number"] for event in answer.extra["events"]] == [2]  # type: ignore[attr-defined]
    assert [line.event.number for line in journal.read(game.pk)] == [1, 2]


def test_a_command_sent_five_times_at_once_happens_once_and_gets_one_answer(player: Player) -> None:
    game = dealt(player).game

    def send(_: int) -> dict[str, object]:
        try:
            shown = play.play_moves(player.pk, game.public_id, command(1, "same"), [DRAW]).show()
        finally:
            connection.close()
        return {name: value for name, value in shown.items() if name not in ("repeated", "latest_version")}

    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(send, range(5)))
    assert all(answer == answers[0] for answer in answers)
    assert len(journal.read(game.pk)) == 2


def test_an_id_used_for_another_command_is_refused(player: Player) -> None:
    game = dealt(player).game
    play.play_moves(player.pk, game.public_id, command(1, "a"), [DRAW])
    with pytest.raises(IdReused):
        play.play_moves(player.pk, game.public_id, command(1, "a", 2), [DRAW])


def test_a_batch_stops_at_the_first_refusal_and_says_why(player: Player) -> None:
    game = dealt(player).game
    answer = play.play_moves(player.pk, game.public_id, command(1, "a"), [DRAW, DRAW, parse_move("redeal"), DRAW])
    assert answer.stopped is not None
    assert (answer.stopped.at, answer.stopped.problem.code) == (2, "nothing_to_redeal")
    again = play.play_moves(player.pk, game.public_id, command(1, "a"), [DRAW, DRAW, parse_move("redeal"), DRAW])
    assert again.show() == {**answer.show(), "repeated": True, "latest_version": 3}


def test_undo_takes_back_and_redo_plays_again(player: Player) -> None:
    game = dealt(player).game
    start = game.position
    drawn = play.play_moves(player.pk, game.public_id, command(1, "a"), [DRAW]).after
    assert play.undo(player.pk, game.public_id, command(2, "b")).after.position.text == start
    assert play.redo(player.pk, game.public_id, command(3, "c")).after.position == drawn.position


def test_a_new_game_settles_the_unfinished_one_as_lost_if_a_move_was_made(player: Player) -> None:
    rules = RULESETS["turn-1"]
    first = begin(player, rules, Choice(Origin.RANDOM)).game
    play.play_moves(player.pk, first.public_id, command(1, "a"), [DRAW])
    second = begin(player, rules, Choice(Origin.RANDOM)).game
    third = begin(player, rules, Choice(Origin.RANDOM)).game
    ends = dict(Game.objects.values_list("pk", "status"))
    assert ends == {first.pk: "lost", second.pk: "void", third.pk: "playing"}
    assert list(player.results.values_list("game", "won", "ended_by")) == [(first.pk, False, "replaced")]
