"""Players who send move after move over HTTP, whatever becomes of the servers, and keep what was acknowledged."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count, cycle
from threading import Event, Thread
from typing import Any

from tests.service.server import Server

ROUND = [*["draw"] * 8, "redeal"]
"""Draw three, without a limit of passes: legal for ever."""


class Surprise(Exception):
    """An answer that neither acknowledges nor asks to come again."""


class Mover(Thread):
    """One guest in one game. A command is sent until it is answered, always with the same id."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.done = Event()
        self.acknowledged: list[tuple[int, str]] = []
        self.busy = 0
        self.cut_off = 0
        self.surprises: list[dict[str, Any]] = []
        self.token = ""
        self.token = self.ask("POST", "accounts/guest")["token"]
        new = {"rules": "turn-3", "deal": {"kind": "number", "number": "1"}}
        self.game: str = self.ask("POST", "games", new)["id"]

    def run(self) -> None:
        version = 1
        for number, move in zip(count(1), cycle(ROUND), strict=False):
            body = {"move": move, "after": version, "id": f"c{number}"}
            answer = None
            while answer is None:
                if self.done.is_set():
                    return
                try:
                    answer = self.ask("POST", f"games/{self.game}/moves", body)
                except Surprise:
                    return
                except (OSError, http.client.HTTPException):
                    self.cut_off += 1
                    time.sleep(0.05)
            version = answer["version"]
            self.acknowledged.append((version, move))

    def ask(self, verb: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """The answer; None where the service was busy. Raises when the connection breaks."""
        headers = {"Content-Type": "application/json", "X-Session-Token": self.token}
        try:
            self.connection.request(verb, f"/api/v1/{path}", json.dumps(body) if body else None, headers)
            response = self.connection.getresponse()
            answer = json.load(response)
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise
        if response.status in (200, 201):
            return answer
        busy = (503, "application/problem+json", "busy")
        if (response.status, response.headers["Content-Type"], answer["code"]) == busy:
            self.busy += 1
            time.sleep(0.05)
            return None
        self.surprises.append(answer)
        raise Surprise(answer)

    def finish(self) -> None:
        self.done.set()
        self.join(60)
        assert not self.is_alive()

    def log(self) -> list[tuple[int, str]]:
        """Every move in the log, with its number."""
        events = self.ask("GET", f"games/{self.game}/events?after=0")["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        return [(event["number"], event["move"]) for event in events[1:]]


@contextmanager
def moving(server: Server, movers: int) -> Iterator[list[Mover]]:
    """So many players at work while the context is open."""
    at_work = [Mover(server.port) for _ in range(movers)]
    for mover in at_work:
        mover.start()
    try:
        yield at_work
    finally:
        for mover in at_work:
            mover.done.set()
