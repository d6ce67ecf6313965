"""Who gets in, how much they may send, and how they are shown out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.actions import tickets
from accounts.actions.sessions import end_all
from games.client.connection import PATH
from games.live.closes import REASONS, TOO_BIG
from games.messages import Refused, Snapshot, Unwatch, Watch, Welcome
from tests.live.players import at, in_thread, new_guest
from tests.live.surroundings import surroundings
from tests.service.process import serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def strict(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A process with the limits of a service in earnest."""
    with serving(tmp_path_factory.mktemp("server"), **surroundings()) as (_, address):
        yield address


def opened(server: str, **headers: str) -> connect:
    return connect(server.replace("http", "ws", 1) + PATH, compression=None, additional_headers=headers)


async def said(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
    return message


async def closes_with(socket: ClientConnection) -> int:
    async with asyncio.timeout(15):
        await socket.wait_closed()
    assert socket.close_code is not None
    # The library beneath has a word of its own for frames that are too large.
    assert socket.close_reason == REASONS[socket.close_code] or socket.close_code == TOO_BIG
    return socket.close_code


async def kinds_until_closed(socket: ClientConnection) -> list[str]:
    kinds: list[str] = []
    with suppress(ConnectionClosed):
        while True:
            kinds.append((await said(socket))["type"])
    return kinds


async def test_a_ticket_opens_one_socket(server: str) -> None:
    guest = await in_thread(new_guest)
    ticket = await in_thread(tickets.issue, guest.token)
    hello = json.dumps({"type": "hello", "ticket": ticket.key})
    async with opened(server) as socket, opened(server) as late:
        await socket.send(hello)
        welcome = await said(socket)
        assert (welcome["type"], welcome["player"]["id"]) == ("welcome", guest.player.public_id)
        await late.send(hello)
        assert (await said(late))["problem"]["code"] == "session_ended"
        assert await closes_with(late) == 4401


@pytest.mark.parametrize("hello", [{}, {"token": "0" * 32}, {"token": "nonsense"}, {"ticket": "nonsense\0"}])
async def test_who_brings_no_session_is_refused_and_closed_with_4401(server: str, hello: dict[str, str]) -> None:
    async with opened(server) as socket:
        await socket.send(json.dumps({"type": "hello", **hello}))
        assert (await said(socket))["problem"]["status"] == 401
        assert await closes_with(socket) == 4401


async def test_who_does_not_say_hello_is_closed_after_five_seconds(server: str) -> None:
    async with opened(server) as socket:
        assert await closes_with(socket) == 4408


async def test_a_page_of_another_origin_gets_no_socket_and_ours_does(server: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with opened(server, Origin="https://elsewhere.example"):
            pass
    assert refused.value.response.status_code == 403
    async with opened(server, Origin=server):
        pass


async def test_signing_out_closes_the_sockets_of_the_session(server: str) -> None:
    guest = await in_thread(new_guest)
    async with at(server, guest) as client:
        await in_thread(end_all, guest.player)
        # Sent here, in another process, it reaches the server by Redis, else when sessions are looked at again.
        async with asyncio.timeout(40):
            with pytest.raises(ConnectionClosed) as closed:
                await client.connection.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


async def test_an_eleventh_socket_is_refused_and_one_that_closes_makes_room(strict: str) -> None:
    guest = await in_thread(new_guest)
    hello = json.dumps({"type": "hello", "token": guest.token})
    sockets = [await opened(strict) for _ in range(11)]
    try:
        for socket in sockets[:10]:
            await socket.send(hello)
            assert (await said(socket))["type"] == "welcome"
        await sockets[10].send(hello)
        assert (await said(sockets[10]))["problem"]["code"] == "too_many"
        assert await closes_with(sockets[10]) == 4429
        await sockets[0].close()
        await asyncio.sleep(0.2)
        async with at(strict, guest) as again:
            assert isinstance(again.connection.welcome, Welcome)
    finally:
        for socket in sockets:
            await socket.close()


async def test_a_socket_follows_twenty_topics(server: str) -> None:
    guest = await in_thread(new_guest)
    games = [await in_thread(guest.begins) for _ in range(20)]
    async with at(server, guest) as client:
        await client.send(Watch("game:elsewhere"))
        assert (await client.hears(Refused)).problem["code"] == "not_found"
        for game in games:
            await client.watches(f"game:{game.public_id}")
        await client.send(Watch("lobby"))
        assert (await client.hears(Refused)).problem["params"] == {"limit": 20}
        await client.send(Unwatch(f"game:{games[0].public_id}"), Watch("lobby"))
        assert (await client.hears(Snapshot)).topic == "lobby"


async def test_messages_past_the_limit_are_refused_and_a_flood_is_cut_off(strict: str) -> None:
    guest = await in_thread(new_guest)
    async with opened(strict) as socket:
        await socket.send(json.dumps({"type": "hello", "token": guest.token}))
        await said(socket)
        for _ in range(400):
            await socket.send('{"type": "ping"}')
        kinds = await kinds_until_closed(socket)
    assert set(kinds) == {"pong", "refused"}
    assert kinds.count("pong") < 60
    assert socket.close_code == 4429


async def test_a_frame_over_64_kib_closes_the_socket(server: str) -> None:
    guest = await in_thread(new_guest)
    async with opened(server) as socket:
        await socket.send(json.dumps({"type": "hello", "token": guest.token}))
        await said(socket)
        await socket.send('{"type": "ping"' + " " * 70_000 + "}")
        assert await closes_with(socket) == 1009
