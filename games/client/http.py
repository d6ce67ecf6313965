"""What goes over HTTP: who one is, and games and races to play."""

from __future__ import annotations

import json
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote

Shown = dict[str, Any]


class RefusedError(Exception):
    """The service's own words; `problem` is its whole answer."""

    def __init__(self, problem: Shown) -> None:
        super().__init__(problem.get("detail") or problem.get("title"))
        self.problem = problem


class Api:
    """The service at an address, for the player whose token it is; without one, for a new guest."""

    def __init__(self, server: str, token: str | None = None) -> None:
        self.server = server.rstrip("/")
        self.token = token
        if token is None:
            self.token = self.post("accounts/guest")["token"]

    def get(self, path: str) -> Shown:
        return self._ask("GET", path, None)

    def post(self, path: str, **body: object) -> Shown:
        return self._ask("POST", path, body)

    def new_game(self, rules: str, **deal: str) -> Shown:
        """A solo game; `deal` as in `kind="number", number="8"`."""
        return self.post("games/", rules=rules, **({"deal": deal} if deal else {}))

    def hint(self, game: str) -> Shown:
        """A good next `hint`, None where none would help."""
        return self.post(f"games/{game}/hint")

    def new_race(self, rules: str, seats: int = 2, start: str = "together") -> Shown:
        """The race, with the code to pass on."""
        race: Shown = self.post("races/", rules=rules, seats=seats, start=start)["race"]
        return race

    def race_of(self, code: str) -> Shown:
        """What a code stands for."""
        return self.get(f"races/codes/{quote(code, safe='')}")

    def join(self, code: str) -> Shown:
        """The race behind a code, with a seat in it."""
        race: Shown = self.post("races/join", code=code)["race"]
        return race

    def _ask(self, method: str, path: str, body: Shown | None) -> Shown:
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if self.token:
            headers["X-Session-Token"] = self.token
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api/v1/{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                read: Shown = json.load(answer)
                return read
        except HTTPError as refusal:
            raise RefusedError(_problem(refusal)) from None
        except (HTTPException, ValueError) as strange:
            raise ConnectionError(f"what answers isn't the service: {str(strange).strip()}") from strange


def _problem(refusal: HTTPError) -> Shown:
    """The service's own words; a proxy's answer says at least its status."""
    try:
        problem: Shown = json.load(refusal)
    except ValueError:
        return {"status": refusal.code, "detail": f"{refusal.url} answers {refusal}"}
    return problem
