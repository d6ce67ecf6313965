"""The ASGI application: HTTP goes to Django."""

import os
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import django
from asgiref.sync import sync_to_async
from channels.routing import ProtocolTypeRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "klondike_service.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.core.exceptions import RequestDataTooBig  # noqa: E402
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix  # noqa: E402
from django.core.signals import request_started  # noqa: E402
from django.http import HttpRequest  # noqa: E402
from django.urls import ResolverMatch, set_script_prefix  # noqa: E402

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class Http(ASGIHandler):
    """Django in one hop: a request runs from first middleware to answer in one thread of a fixed pool.

    Django's own handler starts a thread for every request and changes between it and the loop at each
    middleware, which made an empty answer cost eight times as much; and SQLite keeps a connection a thread.
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
        status, headers, content = await self.respond(scope, body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    def respond_here(self, scope: Scope, body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        response = self.get_response(request_of(scope, body))
        try:
            content = b"".join(response)
        finally:
            response.close()
        headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
        headers += [(b"set-cookie", str(c.OutputString()).encode()) for c in response.cookies.values()]
        return response.status_code, headers, content

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Asked inside the middleware, so that this refusal too carries their headers."""
        if int(request.META["CONTENT_LENGTH"]) > settings.LIMIT_BODY_BYTES:
            raise RequestDataTooBig
        return super().resolve_request(request)


def request_of(scope: Scope, body: bytes) -> ASGIRequest:
    # DRF takes a body without a stated length (one sent in chunks) for an empty one.
    headers = [header for header in scope["headers"] if header[0] != b"content-length"]
    headers.append((b"content-length", str(len(body)).encode()))
    # A query that is not UTF-8 is answered like any other wrong one; Django would fall out of its middleware.
    query = scope["query_string"].decode("utf-8", "replace").encode()
    return ASGIRequest({**scope, "headers": headers, "query_string": query}, BytesIO(body))


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


application = ProtocolTypeRouter({"http": Http()})
