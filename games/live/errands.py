"""What a game in memory has to wait for: its log read, a command carried out as it is over HTTP."""

from __future__ import annotations

import asyncio
import logging

from accounts.problems import Busy, NotFound
from games import journal
from games.actions.answer import Answer
from games.actions.play import Command
from games.actions.problems import Stale
from games.klondike.history import History
from games.klondike.sight import show_dealt
from games.live import work
from games.live.peer import Peer
from games.live.reading import look_at_other, read_game, show
from games.live.shown import show_answer
from games.live.table import Table, Watching
from games.live.verbs import Verb
from games.messages import GameCommand, Snapshot, encode

MOST_MISSED = 200
"""Who has missed more events gets the game whole."""

_RETRY_S = 0.5
_log = logging.getLogger(__name__)


async def load(table: Table) -> None:
    """Reads the game for the first time."""
    while True:
        try:
            table.take_over(await work.run(read_game, table.player, table.public_id))
            break
        except NotFound:
            await turn_away(table)
            return
        except Exception as error:
            if not await waited_for(table, error):
                return
    table.next()


async def read_on(table: Table) -> None:
    """Reads what others have appended, and tells it to all who follow."""
    while True:
        try:
            read = await work.run(read_game, table.player, table.public_id, table.history.event.number)
            break
        except NotFound:  # the game has another player now
            await turn_away(table)
            return
        except Exception as error:
            if not await waited_for(table, error):
                return
    table.take_over(read)
    if read.steps:
        table.tell(Answer(read.before, read.steps), None)
        table.house.played(table)
    table.next()


async def waited_for(table: Table, error: Exception) -> bool:
    """The database is away: what has come in so far is refused, and then one looks again. False where nobody asks for
    the game any more, which is then let go: it may be the game that is at fault, and for good."""
    _log.warning("%s can't be read: %s", table.topic, error)
    while table.inbox:
        peer, message = table.inbox.popleft()
        table.refuse(peer, Busy(), message.id)
    await asyncio.sleep(_RETRY_S)
    if table.inbox or table.followers:
        return True
    table.house.empty(table)
    return False


async def show_to(table: Table, peer: Peer, seq: int | None) -> None:
    """Brings someone who begins to follow up to date."""
    try:
        if seq is not None and await knows_more(table, seq):
            table.inbox.appendleft((peer, Watching(seq)))
            table.read()
            return
        if seq and 0 < table.history.event.number - seq <= MOST_MISSED:  # who has seen nothing knows no position
            read = await work.run(read_game, table.player, table.public_id, seq)
            # The log may have grown since; the others who follow are told of that by a look of their own.
            table.look_again = read.history.event.number > table.history.event.number or table.look_again
            answer = Answer(read.before, read.steps)
            peer.send(encode(show_answer(table.topic, answer, legal=peer.legal)))
        else:
            peer.send(encode(await snapshot(table, peer)))
    except Exception as error:
        table.refuse(peer, error)
    else:
        table.follow(peer)
    table.next()


async def snapshot(table: Table, peer: Peer) -> Snapshot:
    """The game whole, as its player sees it."""
    if table.history.over:  # its deal may have been opened since
        table.take_over(await work.run(read_game, table.player, table.public_id))
    game = await work.run(show, table.game, table.history, legal=peer.legal)
    return Snapshot(table.topic, table.history.event.number, game=game)


async def knows_more(table: Table, seq: int) -> bool:
    """Whether a client that has seen the log up to `seq` was told by another process what isn't known here yet."""
    version = table.history.event.number
    return seq > version and bool(await work.run(journal.grown, {table.number: version}))


async def tell_stale(table: Table, peer: Peer, message: GameCommand) -> None:
    """Refuses a command that comes too late, with what its client hasn't seen. It may have seen more than is known
    here, though: then the command is looked at again once that is read."""
    try:
        if await knows_more(table, message.after):
            table.inbox.appendleft((peer, message))
            table.read()
            return
        if message.after > table.history.event.number:
            raise Stale(table.history.event.number, [])
        read = await work.run(read_game, table.player, table.public_id, message.after)
        dealt = [show_dealt(read.before)] if message.after < 1 else []
        events = Answer(read.before, read.steps).show_events()
        peer.refuse(Stale(read.history.event.number, dealt + events), table.topic, message.id)
    except Exception as error:
        peer.refuse(error, table.topic, message.id)
    table.next()


async def act_elsewhere(table: Table, peer: Peer, message: GameCommand, verb: Verb) -> None:
    """Has the command carried out as it is over HTTP: it ends a game, or was sent before, or seldom comes."""
    command = Command(message.after, message.id, verb.digest)
    try:
        answer = await work.run(verb.act, table.player, table.public_id, command)
    except Exception as error:
        peer.refuse(error, table.topic, message.id)
        table.read()
        return
    steps = joined(table, answer)
    if steps is None:
        await tell_with_missed(table, peer, message.id, answer)
        return
    table.told[message.id] = verb.digest
    before, table.history = table.history, steps[-1] if steps else table.history
    table.kept = table.history.event.number
    table.tell(answer._replace(before=before, steps=steps), peer, message.id)
    table.house.played(table)
    table.next()


async def tell_with_missed(table: Table, peer: Peer, name: str, answer: Answer) -> None:
    """Answers a command whose events don't follow on what is known here, or that is repeated: whoever gave it is told
    what it missed first, and all others everything."""
    try:
        read = await work.run(read_game, table.player, table.public_id, table.history.event.number)
    except Exception:  # it was carried out, so its answer can't wait
        peer.send(encode(show_answer(table.topic, answer, name=name, legal=peer.legal)))
        table.read()
        return
    table.take_over(read)
    first, last = (game.version - read.before.version for game in (answer.before, answer.after))
    if answer.latest is not None or not 0 <= first <= last <= len(read.steps):
        first = last = len(read.steps)
    histories = [read.before, *read.steps]
    missed, later = Answer(read.before, read.steps[:first]), Answer(histories[last], read.steps[last:])
    follows = peer in table.followers
    if follows and missed.steps:
        peer.send(encode(show_answer(table.topic, missed, legal=peer.legal)))
    peer.send(encode(show_answer(table.topic, answer, name=name, legal=peer.legal)))
    if follows and later.steps:
        peer.send(encode(show_answer(table.topic, later, legal=peer.legal)))
    if read.steps:
        table.tell_others(Answer(read.before, read.steps), peer)
        table.house.played(table)
    table.next()


def joined(table: Table, answer: Answer) -> list[History] | None:
    """The steps of an answer on this game's own history, past and all; None where they don't follow on it."""
    if answer.latest is not None or answer.before.event.number != table.history.event.number:
        return None
    steps = []
    history = table.history
    try:
        for step in answer.steps:
            history = history.apply(step.event)
            steps.append(history)
    except LookupError:  # the past isn't at hand as far back
        return None
    return steps


async def turn_away(table: Table) -> None:
    """The game isn't this player's: others' may be looked at once they are over."""
    for peer in table.followers:
        peer.unfollow(table.topic)
    table.followers.clear()
    while table.inbox:
        peer, message = table.inbox.popleft()
        peer.unfollow(table.topic)
        try:
            if not isinstance(message, Watching):
                raise NotFound()
            version, game = await work.run(look_at_other, peer.player, table.public_id)
            peer.send(encode(Snapshot(table.topic, version, game=game)))
        except Exception as error:
            peer.refuse(error, table.topic, message.id)
    table.house.empty(table)
