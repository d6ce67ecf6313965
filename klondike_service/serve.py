"""Serves the application on one port: `python -m klondike_service.serve [--host 127.0.0.1] [--port 8000]`.

With `--processes 2` or more, so many take connections from that port, and this one keeps them running.
"""

import argparse
import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from contextlib import nullcontext
from threading import Thread

import django
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from klondike_service import durability, embedded
from klondike_service.processes import keep


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from games.live.houses import drain  # noqa: PLC0415 (Django is set up by now)

        await drain()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What start-up made stays for good: the collector need not walk it again. Two thousand games in play make
        # and drop some 50,000 objects in turns, and every walk stops them all for 70 ms.
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 20, 50)
        # A thread that comes back from the database waits so long at most for a loop that is busy.
        sys.setswitchinterval(0.001)


def sockets() -> type[asyncio.Protocol] | None:
    """The short way for frames, unless it is unwanted or unsure; None: uvicorn's own."""
    if not settings.LIVE_FRAMES:
        return None
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
    """The server's own settings, and the application loaded."""
    config = uvicorn.Config(
        "klondike_service.asgi:application",
        loop="uvloop",
        http="httptools",
        ws=sockets() or "websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=settings.LIMIT_BODY_BYTES,
        # A connection that has died without a word is noticed within twice this.
        ws_ping_interval=settings.LIVE_PING_S,
        ws_ping_timeout=settings.LIVE_PING_S,
        lifespan="on",
        proxy_headers=False,  # Django judges X-Forwarded-…, by the PROXIES setting
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=10,
    )
    config.load()
    return config


def serve(listener: socket.socket) -> None:
    """Serves in this process until a signal comes."""
    with nullcontext() if settings.REDIS_URL else embedded.worker():
        Server(configured()).run([listener])


def keep_serving(listener: socket.socket, processes: int) -> int:
    """Has so many processes serve until a signal comes, or until one can't even start; its exit code."""
    # Nothing is ever written to the pipe. It breaks when this process ends, however it does, and they end with it.
    lifeline, _held = os.pipe()
    command = [sys.executable, "-m", "klondike_service.serve", "--listener", str(listener.fileno())]
    wanted = {f"web {number}": command for number in range(1, processes + 1)}
    return keep(wanted, alike=True, stdin=lifeline, pass_fds=[listener.fileno()])


def end_with(lifeline: int) -> None:
    """Ends this process at once when the pipe breaks."""
    os.read(lifeline, 1)
    os._exit(1)


def main() -> None:
    arguments = argparse.ArgumentParser(prog="serve", description=__doc__)
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=8000)
    arguments.add_argument("--processes", type=int, default=1, help="how many serve; more than one need REDIS_URL")
    arguments.add_argument("--listener", type=int, help=argparse.SUPPRESS)  # one of several
    chosen = arguments.parse_args()
    if chosen.processes < 1:
        arguments.error("at least one process has to serve")
    # uvicorn repeats a signal once it has stopped gracefully; then it means a plain exit.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(0))
    if chosen.listener is None:
        listener = listen(chosen.host, chosen.port)
        os.environ.setdefault("PUBLIC_URL", f"http://127.0.0.1:{chosen.port}")
    else:
        listener = socket.socket(fileno=chosen.listener)
        Thread(target=end_with, args=[sys.stdin.fileno()], name="lifeline", daemon=True).start()
    try:
        if chosen.processes > 1 and not settings.REDIS_URL:
            sys.exit("More than one process needs REDIS_URL: through it they hear of what the others do.")
        if chosen.processes == 1:
            django.setup(set_prefix=False)
            durability.demand()
    except ImproperlyConfigured as refusal:
        sys.exit(str(refusal))
    if chosen.listener is None:
        print(f"Klondike is served at http://{chosen.host}:{chosen.port}", file=sys.stderr)
    if chosen.processes > 1:
        sys.exit(keep_serving(listener, chosen.processes))
    serve(listener)


if __name__ == "__main__":
    main()
