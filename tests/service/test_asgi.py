"""The handler that runs Django in one hop, with views of its own."""

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from pytest_django.fixtures import Settings

from klondike_service.asgi import Http

woken: asyncio.Event


def patient(request: HttpRequest) -> HttpResponse:
    response = HttpResponse("waited" if "klondike.waited" in request.scope else "nothing yet")  # type: ignore[attr-defined]
    if response.content == b"nothing yet":
        response.wait = woken.wait  # type: ignore[attr-defined]
    return response


def quick(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(threading.current_thread().name)
    response.set_cookie("crumb", "1")
    return response


def streaming(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"one ", b"two"]))


def waking(request: HttpRequest) -> HttpResponse:
    async def wake() -> int:
        woken.set()
        return id(asyncio.get_running_loop())

    return HttpResponse(async_to_sync(wake)())


urlpatterns = [path(view.__name__, view) for view in (patient, quick, streaming, waking)]


class Client:
    def __init__(self, http: Http) -> None:
        self.http = http
        self.gone = asyncio.Event()
        self.sent: list[Mapping[str, Any]] = []

    async def get(self, name: str) -> str:
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "GET", "path": f"/{name}", "query_string": b"", "headers": headers}
        body = iter([{"type": "http.request", "body": b""}])

        async def receive() -> Mapping[str, Any]:
            for message in body:
                return message
            await self.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            self.sent.append(message)

        await self.http(scope, receive, send)
        return b"".join(message.get("body", b"") for message in self.sent).decode()


@pytest.fixture
def http(settings: Settings) -> Http:
    global woken
    woken = asyncio.Event()
    settings.ROOT_URLCONF = __name__
    settings.HTTP_THREADS = 1
    return Http()


async def test_a_request_runs_in_a_thread_of_the_pool_and_keeps_its_cookies(http: Http) -> None:
    client = Client(http)
    assert (await client.get("quick")).startswith("http_")
    assert (b"set-cookie", b"crumb=1; Path=/") in client.sent[0]["headers"]


async def test_a_streamed_answer_arrives_whole(http: Http) -> None:
    assert await Client(http).get("streaming") == "one two"


async def test_a_waiting_view_holds_no_thread_and_is_asked_again(http: Http) -> None:
    waiting = asyncio.create_task(Client(http).get("patient"))
    await asyncio.sleep(0.05)
    assert (await Client(http).get("quick")).startswith("http_")
    assert not waiting.done()
    await Client(http).get("waking")
    assert await waiting == "waited"


async def test_a_waiting_view_is_let_go_when_its_client_goes(http: Http) -> None:
    client = Client(http)
    waiting = asyncio.create_task(client.get("patient"))
    await asyncio.sleep(0.05)
    client.gone.set()
    assert await asyncio.wait_for(waiting, 5) == ""


async def test_a_view_reaches_the_loop_that_serves(http: Http) -> None:
    assert await Client(http).get("waking") == str(id(asyncio.get_running_loop()))
