"""Frames without a task in between, for uvicorn: an accelerator, and optional. Without it everything works the same.

A subclass of uvicorn's own protocol offers the extension `klondike.frames`. Small whole text frames go straight to a
callback, and frames out straight to the transport; handshake, fragments, control and large frames, whatever is wrong
and compression stay with the library. It looks into both libraries, so it is used with the versions it is tested with.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from games.live.closes import FAULT, REASONS, SLOW, UNHEARD
from games.live.consumer import FRAMES, MOST_UNREAD

try:
    from websockets.speedups import apply_mask
except ImportError:  # no wheel for this machine
    from websockets.utils import apply_mask

_TESTED = {"uvicorn": "0.54.", "websockets": "17."}
_WHOLE_TEXT, _PONG = 0x81, 0x8A
_PING = b"\x89\x00"
_FIN, _MASKED = 0x80, 0x80
_SMALL = 126
_ABORT_S = 5
_log = logging.getLogger(__name__)


def fits() -> bool:
    """Whether the installed libraries are the ones this was tested with."""
    return all(version(library).startswith(tested) for library, tested in _TESTED.items())


class FrameProtocol(WebSocketsSansIOProtocol):
    """`hear` is the callback, once there is one. From then on bytes are parted into frames here: `rest` is the start
    of one, `left` how many bytes of one that the library reads are still to come, `fragmented` says that a message in
    several frames is under way. `unsent` are frames out of this turn of the loop: what a commit acknowledges is sent
    side by side, which is a tenth cheaper than a write in between after each move. `quiet`: nothing has come since the
    last ping went out."""

    hear: Callable[[bytes], None] | None = None
    unsent: list[bytes]
    rest = b""
    left = 0
    fragmented = False
    quiet = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][FRAMES] = self.attach

    def attach(self) -> FrameOutlet | None:
        """None where frames have to go the ordinary way: compressed ones, or some that came before we are ready."""
        if self.conn.extensions or not self.queue.empty():
            return None
        self.unsent = []
        self.stop_keepalive()
        self._ping_later()
        return FrameOutlet(self)

    def _ping_later(self) -> None:
        """One timer a ping: the library's three, and its reading of the pong, took a tenth of a process with 2,000
        sockets."""
        if self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval, self._ping)

    def _ping(self) -> None:
        if self.quiet:
            self.keepalive_timeout()
        elif not (self.close_sent or self.transport.is_closing()):
            self.quiet = True
            self.transport.write(_PING)
            self._ping_later()

    def data_received(self, data: bytes) -> None:
        if self.hear is None:
            super().data_received(data)
            return
        self.quiet = False
        try:
            self._part(self.rest + data if self.rest else data)
        except Exception:
            _log.exception("the play socket is at fault")
            self.end(FAULT)

    def _part(self, data: bytes) -> None:
        self.rest = b""
        hear = self.hear
        assert hear is not None
        at, end = 0, len(data)
        if self.left:
            at = min(self.left, end)
            self.left -= at
            self._pass_on(data[:at])
        while at < end:
            if self.close_sent:  # the library waits for the client's own close
                self._pass_on(data[at:])
                return
            if end - at < 2:
                self.rest = data[at:]
                return
            first, size = data[at], data[at + 1] - _MASKED
            if first == _WHOLE_TEXT and 0 <= size < _SMALL and not self.fragmented:
                body = at + 6
                stop = body + size
                if stop > end:
                    self.rest = data[at:]
                    return
                hear(apply_mask(data[body:stop], data[at + 2 : body]))
                at = stop
            else:
                length = _length(data, at)
                if length is None:
                    self.rest = data[at:]
                    return
                stop = min(at + length, end)
                if first == _PONG and 0 <= size < _SMALL and stop - at == length:
                    at = stop
                    continue
                self.left = length - (stop - at)
                if first & 0x0F < 8:  # control frames come between fragments
                    self.fragmented = not first & _FIN
                self._pass_on(data[at:stop])
                at = stop

    def _pass_on(self, data: bytes) -> None:
        """To the library, which may close the connection: what came before has its answers first."""
        self._send()
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.hear is None or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.hear(data)

    def push(self, data: bytes) -> None:
        """One text frame out, at the end of this turn; it never waits. A client that leaves too much unread is cut
        off."""
        if self.close_sent or self.disconnected:
            return
        if not self.writable.is_set() and self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.end(SLOW)
            return
        size = len(data)
        if size < _SMALL:
            head = bytes((_WHOLE_TEXT, size))
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not self.unsent:
            self.loop.call_soon(self._send)
        self.unsent.append(head + data)

    def _send(self) -> None:
        data = b"".join(self.unsent)
        self.unsent.clear()
        if data and not (self.close_sent or self.disconnected):
            self.transport.write(data)

    def end(self, code: int) -> None:
        """Closes as the library does at the application's wish."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self._send()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code, REASONS.get(code, ""))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if code not in UNHEARD:
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
            return
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self.close_timer = self.loop.call_later(_ABORT_S, self.transport.abort)


class FrameOutlet:
    """The way out, and the way in, over one such protocol."""

    unheard = False  # the protocol itself stops reading

    def __init__(self, protocol: FrameProtocol) -> None:
        self._protocol = protocol
        self.send = protocol.push
        self.close = protocol.end

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """Every text message from now on."""
        self._protocol.hear = hear


def _length(data: bytes, at: int) -> int | None:
    """Of the frame that begins here, header and all; None where too little of it has come to tell."""
    size = data[at + 1] & 0x7F
    head = 2 + (4 if data[at + 1] & _MASKED else 0)
    if size == _SMALL:
        if len(data) < at + 4:
            return None
        return head + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    if size > _SMALL:
        if len(data) < at + 10:
            return None
        return head + 8 + int.from_bytes(data[at + 2 : at + 10], "big")
    return head + size


def protocol() -> type[asyncio.Protocol] | None:
    """What to give uvicorn as its `ws`; None where its own is to be used."""
    if not fits():
        _log.warning("frames go the ordinary way: the short one is tested with other versions, %s", _TESTED)
        return None
    return FrameProtocol
