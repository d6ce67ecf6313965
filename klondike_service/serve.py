"""Serves the application on one port: `python -m klondike_service.serve [--host 127.0.0.1] [--port 8000]`."""

import argparse
import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from contextlib import nullcontext

import django
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from klondike_service import durability, embedded


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from games.live.houses import drain  # noqa: PLC0415 (Django is set up by now)

        await drain()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What start-up made stays for good: the collector need not walk it again. With the
        # higher thresholds this halves the slowest answers.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)


def sockets() -> type[asyncio.Protocol] | None:
    """The short way for frames, unless it is unwanted or unsure; None: uvicorn's own."""
    if not settings.LIVE_FRAMES:
        return None
    django.setup(set_prefix=False)
    from games.live import frames  # noqa: PLC0415 (Django is set up by now)

    return frames.protocol()


def listen(host: str, port: int) -> socket.socket:
    if not 0 <= port < 65_536:
        sys.exit(f"{port} is no port; choose one up to 65535, as in: make up PORT=8123")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        sys.exit(f"{host}:{port} {why}; choose another port, as in: make up PORT=8123")


def configured() -> uvicorn.Config:
    """The server's own settings, and the application loaded. Raises `ImproperlyConfigured`."""
    config = uvicorn.Config(
        "klondike_service.asgi:application",
        loop="uvloop",
        http="httptools",
        ws=sockets() or "websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.LIMIT_BODY_BYTES,
        # A connection that has died without a word is noticed within twice this, sooner than a race can be claimed.
        ws_ping_interval=10,
        ws_ping_timeout=10,
        lifespan="on",
        proxy_headers=False,  # Django judges X-Forwarded-…, by the PROXIES setting
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=10,
    )
    config.load()
    return config


def main() -> None:
    arguments = argparse.ArgumentParser(prog="serve", description=__doc__)
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=8000)
    chosen = arguments.parse_args()
    listener = listen(chosen.host, chosen.port)
    os.environ.setdefault("PUBLIC_URL", f"http://127.0.0.1:{chosen.port}")
    # uvicorn repeats a signal once it has stopped gracefully; then it means a plain exit.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    try:
        config = configured()
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))
    durability.demand()
    print(f"Klondike is served at http://{chosen.host}:{chosen.port}", file=sys.stderr)
    with nullcontext() if settings.REDIS_URL else embedded.worker():
        Server(config).run([listener])


if __name__ == "__main__":
    main()
