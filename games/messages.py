"""Every message of the play socket, in and out: one typed struct each. `docs/asyncapi.yaml` describes the same."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.json import Decoder, Encoder

Shown = dict[str, Any]
"""A JSON object as `klondike.sight` and the views make them."""

Topic = Annotated[str, Meta(min_length=1, max_length=64)]
"""`game:<id>`, `race:<id>` or `lobby`."""

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
"""The client's name for a command: printable, unique by player and target."""

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""Of an event in the log of a topic; 0 is before the first."""

MoveText = Annotated[str, Meta(min_length=1, max_length=8)]


# ---- in --------------------------------------------------------------------------------------------


class In(Struct, tag_field="type", forbid_unknown_fields=True, gc=False):
    """What a client may send."""


class Hello(In, tag="hello"):
    """Comes first, within five seconds: who it is, by `ticket` or session `token`, and what it followed before.

    With `legal` the answers list the legal moves too.
    """

    ticket: str | None = None
    token: str | None = None
    resume: dict[Topic, Number] = {}
    legal: bool = False


class Watch(In, tag="watch"):
    """Follow a topic from now on: the answer is a `snapshot`. A race that asks spectators for it wants its `code`."""

    topic: Topic
    code: str | None = None


class Unwatch(In, tag="unwatch"):
    """Follow a topic no more."""

    topic: Topic


class Ping(In, tag="ping"):
    """Answered by `pong`; a sign of life, that keeps a game's clock running."""


class Command(In):
    """On a game: `after` is the number of the last event that the client has seen."""

    topic: Topic
    id: CommandId
    after: Number


class Move(Command, tag="move"):
    """Play one move."""

    move: MoveText


class Moves(Command, tag="moves"):
    """Played as far as they are legal: `stopped` says where and why they were not."""

    moves: Annotated[list[MoveText], Meta(min_length=1)]


class Undo(Command, tag="undo"):
    """Take the last move back."""


class Redo(Command, tag="redo"):
    """Play again what was taken back last."""


class Auto(Command, tag="auto"):
    """The top card of a pile, `w` or a column, or the run of its `count` top cards, goes where it goes by itself."""

    pile: Annotated[str, Meta(max_length=1)]
    count: Annotated[int, Meta(ge=1, le=13)] = 1


class Finish(Command, tag="finish"):
    """Play the rest home, where that is sure to win."""


class Pause(Command, tag="pause"):
    """Stop the clock; not in a race's game."""


class Resume(Command, tag="resume"):
    """Let the clock run again."""


class Concede(Command, tag="concede"):
    """Give up; in a race's game that is to forfeit the race."""


class RaceCommand(In):
    """On a race."""

    topic: Topic
    id: CommandId


class Ready(RaceCommand, tag="ready"):
    """The player is ready; the last one starts the countdown."""


class Leave(RaceCommand, tag="leave"):
    """Give the seat back, before the start."""


class Forfeit(RaceCommand, tag="forfeit"):
    """Give up in a race that goes on."""


class Claim(RaceCommand, tag="claim"):
    """Whoever has been away for too long forfeits."""


class Rematch(RaceCommand, tag="rematch"):
    """The same players once more, on a new deal: one race, however many ask."""


GameCommand = Move | Moves | Undo | Redo | Auto | Finish | Pause | Resume | Concede
OnRace = Ready | Leave | Forfeit | Claim | Rematch
Incoming = Hello | Watch | Unwatch | Ping | GameCommand | OnRace


# ---- out -------------------------------------------------------------------------------------------


class Out(Struct, tag_field="type", gc=False):
    """What the server sends. A client ignores fields and types that it doesn't know."""


class Live(Struct):
    """A race of the player's that isn't over, or their game in it, and the number of its last event."""

    topic: str
    seq: int


class Welcome(Out, tag="welcome"):
    """The answer to `hello`. The client sends a `ping` when it has said nothing for `ping_ms`."""

    player: Shown
    server_time: str
    ping_ms: int
    live: list[Live]


class Snapshot(Out, tag="snapshot"):
    """A topic as it stands; `game` is the player's own, for a race once it has started."""

    topic: str
    seq: int
    race: Shown | None = None
    game: Shown | None = None


class Moved(Out, tag="moved"):
    """Consecutive events of a game, from `after` up to `seq`, and what they changed.

    The answer to a command has its `id`; without one it was somebody else's doing, or was missed. A field that is
    absent stands as it stood.
    """

    topic: str
    after: int
    seq: int
    events: list[Shown]
    moves: int
    actions: int
    can: Shown
    clock: Shown
    status: str
    no_progress: bool
    id: str | UnsetType = UNSET
    points: int | UnsetType | None = UNSET
    ended_by: str | UnsetType | None = UNSET
    pass_: int | UnsetType = field(default=UNSET, name="pass")
    redeals_left: int | UnsetType | None = UNSET
    practice: bool | UnsetType = UNSET
    assisted: bool | UnsetType = UNSET
    peeked: bool | UnsetType = UNSET
    position: Shown | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    stopped: Shown | UnsetType = UNSET
    repeated: bool | UnsetType = UNSET
    latest_version: int | UnsetType = UNSET


class Refused(Out, tag="refused"):
    """Nothing has changed. `problem` is the same object as over HTTP; `topic` and `id` are those of the message."""

    problem: Shown
    topic: str | UnsetType = UNSET
    id: str | UnsetType = UNSET


class Done(Out, tag="done"):
    """A command on a race was carried out, now or the first time that it was sent; what it brought about is told to all
    who follow the race."""

    topic: str
    id: str
    seq: int
    repeated: bool = False


class Race(Out, tag="race"):
    """A race whole: somebody joined, left, is ready, or has stopped playing."""

    topic: str
    seq: int
    race: Shown


class Progress(Out, tag="progress"):
    """How far another player has come; at most ten times a second, never a card."""

    topic: str
    seq: int
    player: str
    home: int
    face_down: int
    moves: int
    points: int | None
    elapsed_ms: int
    version: int


class Presence(Out, tag="presence"):
    """Another player came or went; `back_in_ms`: how long they have to come back before they can be claimed."""

    topic: str
    seq: int
    player: str
    connected: bool
    back_in_ms: int | None


class Countdown(Out, tag="countdown"):
    """All are ready: the race starts in so many ms."""

    topic: str
    seq: int
    starts_in_ms: int


class Started(Out, tag="started"):
    """`game` is the player's own view, followed from now on as a topic of its own; none for a spectator."""

    topic: str
    seq: int
    race: Shown
    game: Shown | None


class Finished(Out, tag="finished"):
    """The race is over, or void: who came where, and everything that was secret."""

    topic: str
    seq: int
    reason: str
    players: list[Shown]
    reveal: Shown | None
    race: Shown


class RematchOpened(Out, tag="rematch"):
    """A player has asked for a rematch: `race` is the new race's id."""

    topic: str
    seq: int
    race: str
    player: str | None


class Matched(Out, tag="matched"):
    """The search for a ranked race has found one: `race` is its id."""

    race: str


class Daily(Out, tag="daily"):
    """A new day's deal can be played."""

    date: str


class Pong(Out, tag="pong"):
    """The answer to `ping`."""

    server_time: str


class Bye(Out, tag="bye"):
    """The server is about to close; come back after `retry_in_ms`, elsewhere or here."""

    reason: str
    retry_in_ms: int


Outgoing = (
    Welcome
    | Snapshot
    | Moved
    | Refused
    | Done
    | Race
    | Progress
    | Presence
    | Countdown
    | Started
    | Finished
    | RematchOpened
    | Matched
    | Daily
    | Pong
    | Bye
)

read: Decoder[Incoming] = Decoder(Incoming)
encode = Encoder().encode
