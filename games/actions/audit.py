"""Proves what is kept of a game from its log, in which every event is judged anew.

A sentence names the first difference; none of them names a card, since a deal may be closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise

from games import journal
from games.actions.settle import opens_its_deal, result_of
from games.actions.sitting import replay
from games.journal import Line
from games.klondike.autoplay import finishing_move
from games.klondike.deals import deal_from_seed
from games.klondike.errors import Refusal
from games.klondike.events import By, Event, EventType
from games.klondike.history import History
from games.klondike.moves import parse_move
from games.klondike.shuffle import number_seed
from games.models import Game, Result
from games.models.deal import Deal, Source

_MARKS = {EventType.MADE_PRACTICE: "practice", EventType.ASSISTED: "assisted"}


def first_difference(game: Game) -> str | None:
    """What is wrong with a game's log, row, deal or result; None if nothing is. `game.deal` is read.

    A game that is being played may change between the reading of its row and of its log, so a difference counts only
    when it is still there.
    """
    if next(_differences(game), None) is None:
        return None
    again = Game.objects.select_related("deal").get(pk=game.pk)
    return next(_differences(again), None)


def why_not_next(game: History, event: Event) -> str | None:
    """Why an event can't have happened to the game, judged as if a player asked for it now; None if it can."""
    if event.number != game.version + 1:
        return f"it follows number {game.version}"
    if event.at < game.clock.at:
        return "it is earlier than the one before"
    try:
        reason = _why_not(game, event)
    except Refusal as refusal:
        reason = refusal.code
    earliest, latest = game.clock.charge(event.at), game.clock.charge(event.at, seen_at=event.at)
    return reason or _unless(
        earliest <= event.charged_ms <= latest,
        f"it charges {event.charged_ms} ms, which is not between {earliest} and {latest}",
    )


def _why_not(game: History, event: Event) -> str | None:
    kind = event.type
    if kind is EventType.PLAYED:
        move = parse_move(event.detail or "")
        if event.by is By.FINISH and move is not finishing_move(game.position):
            return "it is not the next move of the finish"
        return _code(game.why_not(move))
    if kind is EventType.UNDONE:
        taken_back = game.past and game.past.move.text
        return _code(game.why_not_undo()) or _unless(event.detail == taken_back, f"the last move was {taken_back}")
    if kind is EventType.REDONE:
        again = game.undone and game.undone.move
        refusal = game.why_not_redo() or (game.why_not(again) if again else None)
        return _code(refusal) or _unless(again is not None and event.detail == again.text, f"{again} was taken back")
    if kind is EventType.DEALT:
        return "it deals a second time"
    if game.over:
        return "the game was over"
    if kind in _MARKS:
        return _unless(not getattr(game, _MARKS[kind]), "the game was that before")
    if kind in (EventType.PAUSED, EventType.RESUMED):
        return _unless((game.status == "paused") is (kind is EventType.RESUMED), f"the game was {game.status}")
    return None


def _code(refusal: Refusal | None) -> str | None:
    return refusal.code if refusal else None


def _unless(so: bool, reason: str) -> str | None:
    return None if so else reason


def _differences(game: Game) -> Iterator[str]:
    yield from _in_the_deal(game.deal)
    try:
        lines = journal.read(game.pk)
    except ValueError as unreadable:
        yield f"the log can't be read: {unreadable}"
        return
    if not lines or lines[0].event.type is not EventType.DEALT or lines[0].event.number != 1:
        yield "the log doesn't start with its deal"
        return
    yield from _in_the_commands(lines)
    history = kept = replay(game, lines, until=1)
    for before, line in pairwise(lines):
        reason = why_not_next(history, line.event)
        if history.finishes_by_itself() and line.command != before.command:
            reason = "the automatic finish should have come first"
        if reason:
            yield f"event {line.event.number}, {line.event.type} {line.event.detail or ''}: {reason}"
            return
        history = history.apply(line.event)
        if history.version == game.version:
            kept = history
    if history.finishes_by_itself():
        yield f"event {history.version}: the automatic finish should have followed"
    if game.version > history.version or (history.over and game.version < history.version):
        yield f"the row is at version {game.version}, the log at {history.version}"
    yield from _in_the_row(game, kept)
    yield from _in_the_result(game, history)


def _in_the_deal(deal: Deal) -> Iterator[str]:
    try:
        cards = deal.layout.text
    except Refusal as refusal:
        yield f"the deal is none: {refusal.code}"
        return
    if deal.number is not None and bytes(deal.seed or b"") != number_seed(int(deal.number)):
        yield "the deal's seed isn't its number's"
    if deal.seed is not None and cards != deal_from_seed(bytes(deal.seed)).text:
        yield "the deal's cards don't come from its seed"


def _in_the_commands(lines: Iterable[Line]) -> Iterator[str]:
    """A command's lines stand together: one that happened twice would stand in two places."""
    done: set[str | None] = {None}
    last = None
    for line in lines:
        if line.command != last:
            if line.command is not None and line.command in done:
                yield f"event {line.event.number}: the command {line.command!r} happened before"
            done.add(last)
            last = line.command


def _in_the_row(game: Game, proved: History) -> Iterator[str]:
    if game.ruleset != proved.rules.name:
        yield f"ruleset is {game.ruleset!r}, by the rules {proved.rules.name!r}"
    for field, value in proved.snapshot()._asdict().items():
        kept = getattr(game, field)
        if kept != value:
            yield f"{field} is {kept!r}, by the log {value!r}" if field != "position" else "position isn't the log's"


def _in_the_result(game: Game, history: History) -> Iterator[str]:
    if opens_its_deal(game) and game.deal.source == Source.SECRET and (game.deal.opens_at is None) is history.over:
        yield f"the game is {history.status}, its deal {'open' if game.deal.opens_at else 'closed'}"
    result = Result.objects.filter(game=game.pk).first()
    # The day is the database's, and in no log.
    proved = result_of(game, history, result.day if result else date.min) if history.over else None
    if result is None or proved is None:
        if result is not proved:
            yield f"there is {'a' if result else 'no'} result, by the log {'one' if proved else 'none'}"
        return
    for field in Result._meta.concrete_fields:
        kept, value = getattr(result, field.attname), getattr(proved, field.attname)
        if kept != value:
            yield f"the result's {field.attname} is {kept!r}, by the log {value!r}"
