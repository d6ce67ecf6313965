"""The socket as any ASGI server offers it: frames in by `receive`, out by `send`."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from games.live.closes import BAD_FRAME, ELSEWHERE, FAULT, REASONS, RESTART, SLOW, TOO_BIG, UNHEARD
from games.live.houses import house
from games.live.socket import Socket

Scope = Mapping[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_UNREAD = 256 * 1024
"""Bytes that a client may leave unread; one that leaves more is cut off."""

FRAMES = "klondike.frames"
"""The extension by which a server hands frames over without a task in between; see `frames`."""

_log = logging.getLogger(__name__)


async def play(scope: Scope, receive: Receive, send: Send) -> None:
    """The application behind `/ws/v1/play`."""
    await receive()
    if not comes_from_here(scope):
        await send(closing(ELSEWHERE))
        return
    here = house()
    await send({"type": "websocket.accept"})
    if here.draining:
        await send(closing(RESTART))
        return
    attach = scope.get("extensions", {}).get(FRAMES)
    outlet = attach() if attach else None
    if outlet is None:
        outlet = SendOutlet(send)
        socket = Socket(here, outlet)
    else:
        socket = Socket(here, outlet)
        outlet.listen(socket.receive)
    try:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            if outlet.unheard:
                break
            if text is None:
                socket.close(BAD_FRAME)
            elif len(text) > settings.LIMIT_BODY_BYTES:
                socket.close(TOO_BIG)
            elif not socket.gone:
                socket.receive(text)
    except Exception:
        _log.exception("the play socket is at fault")
        socket.close(FAULT)
        await asyncio.sleep(0)  # the close goes out before the server ends the connection
    finally:
        socket.leave()


def closing(code: int) -> Message:
    return {"type": "websocket.close", "code": code, "reason": REASONS.get(code, "")}


def comes_from_here(scope: Scope) -> bool:
    """Whether a browser that opens this socket shows a page of ours; whoever sends no Origin is no browser."""
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    if not origins:
        return True
    host = urlsplit(origins[0].decode("latin1")).hostname or ""
    return validate_host(f"[{host}]" if ":" in host else host, settings.ALLOWED_HOSTS)


class SendOutlet:
    """Runs each `send` to its end at once. One that would wait means a client that doesn't read: what follows is then
    sent by a task, in order, as long as it isn't too much."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._unread: deque[Message] = deque()
        self._bytes = 0
        self._closed = False
        self.unheard = False
        self._task: asyncio.Task[None] | None = None

    def send(self, data: bytes) -> None:
        if self._closed:
            return
        message = {"type": "websocket.send", "text": data.decode()}
        if self._task is None and self._sent_at_once(message):
            return
        self._bytes += len(data)
        if self._bytes > MOST_UNREAD:
            self.close(SLOW)
            return
        self._unread.append(message)
        self._start()

    def close(self, code: int) -> None:
        if self._closed:
            return
        self._closed = True
        self.unheard = code in UNHEARD
        if code == SLOW:
            self._unread.clear()
        self._unread.append(closing(code))
        self._start()

    def _sent_at_once(self, message: Message) -> bool:
        sending: Any = self._send(message)
        try:
            sending.send(None)
        except StopIteration:
            return True
        except Exception:  # the client has gone, which `receive` tells
            self._closed = True
            return True
        sending.close()
        return False

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._unread:
                message = self._unread.popleft()
                await asyncio.wait_for(self._send(message), 10 if self._closed else None)
                self._bytes -= len(message.get("text", ""))
        except Exception:  # the client has gone, which `receive` tells
            self._closed = True
        self._task = None
