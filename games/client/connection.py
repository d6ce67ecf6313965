"""One connection to the play socket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from msgspec.json import Decoder
from websockets.asyncio.client import ClientConnection, connect

from games.client.http import RefusedError
from games.messages import Hello, In, Outgoing, Refused, Welcome, encode

PATH = "/ws/v1/play"
_read: Decoder[Outgoing] = Decoder(Outgoing)


class Connection:
    """Typed messages in and out. Iterating ends, or raises `ConnectionClosed`, when the server closes."""

    def __init__(self, socket: ClientConnection, welcome: Welcome) -> None:
        self.socket = socket
        self.welcome = welcome

    async def send(self, message: In) -> None:
        await self.socket.send(encode(message).decode())

    async def receive(self) -> Outgoing:
        return _read.decode(await self.socket.recv())

    async def __aiter__(self) -> AsyncIterator[Outgoing]:
        async for frame in self.socket:
            yield _read.decode(frame)


@asynccontextmanager
async def connected(
    server: str, token: str, resume: Mapping[str, int] | None = None, *, legal: bool = False
) -> AsyncIterator[Connection]:
    """A connection that has said hello. `server` is an http or https address; `resume` names for each topic the number
    of the last event seen. Raises `RefusedError` where the server doesn't welcome the token, `ConnectionRefusedError`
    where it goes itself."""
    async with connect(server.replace("http", "ws", 1) + PATH, compression=None) as socket:
        await socket.send(encode(Hello(token=token, resume=dict(resume or {}), legal=legal)).decode())
        first = _read.decode(await socket.recv())
        if isinstance(first, Refused):
            raise RefusedError(first.problem)
        if not isinstance(first, Welcome):
            raise ConnectionRefusedError("The server welcomes nobody now.")
        yield Connection(socket, first)
