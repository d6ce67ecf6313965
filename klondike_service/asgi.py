"""The ASGI application that a server loads: HTTP goes to Django, and races are kept to their times meanwhile."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import django
from asgiref.sync import sync_to_async
from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, set_script_prefix

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Http(ASGIHandler):
    """Django in one hop: a request runs from first middleware to answer in one thread of a fixed pool.

    Django's own handler starts a thread for every request and changes between it and the loop at each
    middleware, which made an empty answer cost eight times as much; and SQLite keeps a connection a thread.

    A view with nothing to say yet may set `wait` on its response, a function that makes an awaitable. It is
    awaited without holding a thread; then the view is asked again, with "klondike.waited", the seconds it took
    so far, in the request's scope. What it answers without a `wait` is sent.
    """

    def __init__(self) -> None:
        super().__init__()
        pool = ThreadPoolExecutor(settings.HTTP_THREADS, thread_name_prefix="http")
        # asgiref's way into the pool, and not the loop's, lets `async_to_sync` in a view find the loop again.
        self.respond = sync_to_async(self.respond_here, thread_sensitive=False, executor=pool)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await read(receive, settings.LIMIT_BODY_BYTES)
        if body is None:
            return
        response, content = await self.respond(scope, body)
        asked = time.monotonic()
        while wait := getattr(response, "wait", None):
            if not await outlasts(wait(), receive):
                return
            response, content = await self.respond({**scope, "klondike.waited": time.monotonic() - asked}, body)
        headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
        headers += [(b"set-cookie", str(c.OutputString()).encode()) for c in response.cookies.values()]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    def respond_here(self, scope: Scope, body: bytes) -> tuple[HttpResponseBase, bytes]:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        response = self.get_response(request_of(scope, body))
        try:
            return response, b"".join(response)
        finally:
            response.close()

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Asked inside the middleware, so that this refusal too carries their headers."""
        if int(request.META["CONTENT_LENGTH"]) > settings.LIMIT_BODY_BYTES:
            raise RequestDataTooBig
        return super().resolve_request(request)


async def outlasts(wait: Coroutine[Any, Any, object], receive: Receive) -> bool:
    """Whether the client is still there when the wait is over; the wait ends when the client goes."""
    waiting, leaving = asyncio.ensure_future(wait), asyncio.ensure_future(receive())
    try:
        await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            return False
        waiting.result()
        return True
    finally:
        waiting.cancel()
        leaving.cancel()


def request_of(scope: Scope, body: bytes) -> ASGIRequest:
    # DRF takes a body without a stated length (one sent in chunks) for an empty one.
    headers = [header for header in scope["headers"] if header[0] != b"content-length"]
    headers.append((b"content-length", str(len(body)).encode()))
    return ASGIRequest({**scope, "headers": headers}, BytesIO(body))


async def read(receive: Receive, limit: int) -> bytes | None:
    """The body; a little more than `limit` of one that is too large; None when the client has gone."""
    body = b""
    while len(body) <= limit:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body


async def sockets(scope: Scope, receive: Receive, send: Send) -> None:
    """The play socket; any other path is refused before it is accepted."""
    from games.live.consumer import play  # noqa: PLC0415 (Django is set up by now)

    if scope["path"] in ("/ws/v1/play", "/ws/v1/play/"):
        await play(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.close"})


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Keeps races to their times for as long as the process serves."""
    from games.actions.races.keeper import keep  # noqa: PLC0415 (Django is set up by now)

    await receive()
    keeping = asyncio.create_task(keep())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    keeping.cancel()
    await send({"type": "lifespan.shutdown.complete"})


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_service.settings")
django.setup(set_prefix=False)
application = ProtocolTypeRouter({"http": Http(), "websocket": sockets, "lifespan": lifespan})
