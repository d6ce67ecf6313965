"""A player at a table: a client with a session, and the game it plays."""

from __future__ import annotations

import json
from typing import Any

import httpx

Json = dict[str, Any]


class Table:
    """Answers are the JSON of a 2xx; `last` is the whole response. `game` and `version` follow the game last dealt."""

    def __init__(self, http: httpx.Client, player: Json) -> None:
        self.http = http
        self.player = player
        self.game = ""
        self.version = 0
        self.commands = 0
        self.last: httpx.Response

    def __call__(self, verb: str, path: str, body: object = None, **headers: str) -> Json:
        self.last = self.send(verb, path, body, headers)
        assert self.last.is_success, self.last.text
        answer: Json = self.last.json() if self.last.content else {}
        return answer

    def send(self, verb: str, path: str, body: object, headers: dict[str, str]) -> httpx.Response:
        if body is None:
            return self.http.request(verb, path, headers=headers)
        kind = {"Content-Type": "application/json"}
        return self.http.request(verb, path, content=json.dumps(body), headers={**kind, **headers})

    def get(self, path: str, **headers: str) -> Json:
        return self("GET", path, **headers)

    def post(self, path: str, body: object = None) -> Json:
        return self("POST", path, {} if body is None else body)

    def deal(self, rules: object = "turn-3", deal: object = None, **more: object) -> Json:
        """Starts a game, on deal number 1 unless another is asked for, and sits down at it."""
        game = self.post("games", {"rules": rules, "deal": deal or {"kind": "number", "number": "1"}, **more})
        self.game, self.version = game["id"], game["version"]
        return game

    def random(self, rules: object = "turn-3", **more: object) -> Json:
        return self.deal(rules, {"kind": "random"}, **more)

    def command(self, verb: str, **body: object) -> Json:
        """A command on the game as last seen, under a new id unless the body holds one."""
        answer = self.post(f"games/{self.game}/{verb}", self.named(body))
        self.version = answer["version"]
        return answer

    def named(self, body: Json) -> Json:
        self.commands += 1
        return {"after": self.version, "id": f"c{self.commands}", **body}

    def move(self, *moves: str, **body: object) -> Json:
        return self.command("moves", moves=list(moves), **body)

    def view(self, query: str = "") -> Json:
        return self.get(f"games/{self.game}{query}")

    def refused(self, verb: str, path: str, body: object = None, **headers: str) -> tuple[int, str, Json]:
        """Status and code of the problem document that must come back, and the document."""
        self.last = self.send(verb, path, body, headers)
        return refusal(self.last)

    def refused_command(self, verb: str, **body: object) -> tuple[int, str, Json]:
        return self.refused("POST", f"games/{self.game}/{verb}", self.named(body))


def refusal(response: httpx.Response) -> tuple[int, str, Json]:
    assert response.headers["Content-Type"] == "application/problem+json", response.text
    problem: Json = response.json()
    assert problem["status"] == response.status_code
    assert problem["type"] == f"urn:klondike:problem:{problem['code']}"
    assert problem["title"]
    assert problem["detail"]
    assert isinstance(problem["params"], dict)
    return response.status_code, problem["code"], problem


def sit_down(server: str, name: str | None = None) -> Table:
    http = httpx.Client(base_url=f"{server}/api/v1/")
    welcome = http.post("accounts/guest", json={}).json()
    http.headers["X-Session-Token"] = welcome["token"]
    table = Table(http, welcome["player"])
    if name:
        table.player = table("PATCH", "accounts/me", {"name": name})
    return table
