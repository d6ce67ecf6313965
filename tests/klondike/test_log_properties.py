"""What holds of the log of any game, and of what is taken back and played again."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings

from games.klondike import sight
from games.klondike.errors import NothingToUndo
from games.klondike.events import EventType
from games.klondike.history import History
from tests.klondike.sessions import Session, line, sessions, tables
from tests.klondike.tables import play

FREE = tables().map(lambda rules: replace(rules, undo="free"))
quick = settings(max_examples=100, deadline=None)


@given(sessions())
@quick
def test_a_log_replayed_gives_the_same_game_after_every_event(session: Session) -> None:
    game = session[0]
    for played in session[1:]:
        game = game.apply(played.event)
        assert game.snapshot() == played.snapshot()
    assert line(game) == line(session[-1])


@given(sessions())
@quick
def test_a_snapshot_and_the_events_after_it_give_the_same_game(session: Session) -> None:
    for at in range(0, len(session), 7):
        game = History.from_snapshot(session[at].snapshot(), session[at].rules)
        assert game.snapshot() == session[at].snapshot()
        for played in session[at + 1 : at + 15]:
            if played.event.type in (EventType.UNDONE, EventType.REDONE):
                break
            game = game.apply(played.event)
            assert game.snapshot() == played.snapshot()
            assert sight.show_game(game, played.clock.at) == sight.show_game(played, played.clock.at)


@given(sessions(FREE))
@quick
def test_undoing_all_gives_the_deal_and_redoing_all_gives_it_back(session: Session) -> None:
    game = next(game for game in reversed(session) if not game.over)
    done = undone = game.resume()
    for _ in range(done.undo_depth):
        undone = undone.undo()
    assert undone.now == session[0].now
    assert undone.why_not_undo() == NothingToUndo()
    redone = undone
    for _ in range(done.undo_depth):
        redone = redone.redo()
    assert (redone.now, line(redone)) == (done.now, line(done))


@given(sessions())
@quick
def test_position_moves_and_points_are_those_of_the_line_that_undo_left(session: Session) -> None:
    last = session[-1]
    assert play(session[0], " ".join(line(last))).now == last.now
    assert last.now.moves == last.undo_depth == len(line(last))


@given(sessions())
@quick
def test_what_only_grows_never_falls(session: Session) -> None:
    for before, after in pairwise(session):
        assert after.version == before.version + 1
        assert before.actions <= after.actions <= before.actions + 1
        assert before.known & after.known == before.known
        assert before.practice <= after.practice
        assert before.assisted <= after.assisted
        assert before.peeked <= after.peeked
        assert before.started <= after.started


@given(sessions())
@quick
def test_the_clock_charges_no_less_than_nothing_and_no_more_than_has_passed(session: Session) -> None:
    for before, after in pairwise(session):
        event, passed = after.event, after.event.at - before.event.at
        assert 0 <= event.charged_ms <= passed
        assert after.clock.elapsed_ms == before.clock.elapsed_ms + event.charged_ms
        if before.clock.never_stands and before.status == "playing":
            assert event.charged_ms == passed
        if before.status == "paused" or not before.clock.running:
            assert event.charged_ms == 0
    clock = session[-1].clock
    assert clock.wall_ms is None or clock.elapsed_ms <= clock.wall_ms


@given(sessions())
@quick
def test_points_never_fall_below_their_floor(session: Session) -> None:
    for game in session:
        if game.points is not None and game.rules.points != "vegas":
            assert min(game.points, game.points_at(10**9) or 0) >= 0
