"""While a deal is closed no answer, of any endpoint, names a card that its player has not seen, nor the seed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import pytest

from tests.api.table import Table

# Random letters, and times: a card in them is chance.
OPAQUE = {
    *("id", "token", "commitment", "code", "link", "next", "server_time", "created_at", "seen_at", "expires_at"),
    *("exported_at", "ended_at", "starts_at", "name", "user_agent"),
}
CARD = re.compile(r"(?:10|[A2-9TJQK])[CDHS]", re.IGNORECASE)
CARDS = re.compile(r"(?<![a-z0-9])(?:(?:10|[A2-9TJQK])[CDHS])+(?![a-z0-9])", re.IGNORECASE)
DIGITS = re.compile(r"(?:(?:0[1-9]|1[0-3])[1-4]){3,}")
CLOSED_TO_MOVES = "moves undo redo auto finish pause resume import hint winnable share".split()


def texts(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from texts(part, name)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part, key)
    elif isinstance(value, str) and key not in OPAQUE:
        yield value


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in any notation that we write."""
    found = {card.upper().replace("10", "T") for run in CARDS.findall(text) for card in CARD.findall(run)}
    for run in DIGITS.findall(text):
        triples = [run[at : at + 3] for at in range(0, len(run), 3)]
        found |= {"A23456789TJQK"[int(triple[:2]) - 1] + "CDHS"[int(triple[2]) - 1] for triple in triples}
    return found


def cards_answered(response: httpx.Response) -> set[str]:
    if "json" not in response.headers.get("Content-Type", ""):
        return cards_in(re.sub(r"<[^>]*>", " ", response.text))
    return set().union(*[cards_in(text) for text in texts(response.json())]) if response.content else set()


class Watcher:
    """Compares every answer with what the player's own log has shown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.answers = 0
        self.send = table.send
        table.send = self.sent  # type: ignore[assignment, method-assign]

    def sent(self, *request: Any) -> httpx.Response:
        response = self.send(*request)
        self.check(response)
        return response

    def check(self, response: httpx.Response) -> None:
        from games.actions.sitting import sit_at
        from games.klondike.sight import known_cards
        from games.models import Game

        if self.table.game:
            game = Game.objects.select_related("deal").get(public_id=self.table.game)
            known = {card.text for card in known_cards(sit_at(game).history)}
            assert game.deal.opens_at is None
            assert cards_answered(response) <= known, f"{response.request.url}: {response.text}"
            assert game.deal.seed is None or bytes(game.deal.seed).hex() not in response.text.lower()
        self.answers += 1


def wander(table: Table, random: Random, steps: int) -> None:
    """Whatever a client may do to a game without ending it."""
    game = f"games/{table.game}"
    for _ in range(steps):
        legal = table.get(f"{game}/legal-moves")["legal"]
        any_move = random.choice([*legal, "w-f", "1-2", "7-6x2", "3-f", "w-4", "h-2", "redeal"])
        bodies: dict[str, dict[str, object]] = {
            "moves": {"moves": [any_move, any_move], "legal": True},
            "auto": {"pile": random.choice("w1234567"), "count": random.randint(1, 3)},
            "import": {"moves": ["1-f", "2-f"]},
        }
        verb = random.choice([*CLOSED_TO_MOVES, "moves", "moves", "moves"])
        after = table.version - random.choice([0, 0, 0, 1])
        name = f"{verb}{table.version}{random.random()}"
        response = table.send("POST", f"{game}/{verb}", {"after": after, "id": name, **bodies.get(verb, {})}, {})
        assert response.status_code < 500 or response.json()["code"] in ("busy", "solver_busy")
        if verb == "pause":
            table.send("POST", f"{game}/resume", {"after": response.json().get("version", after), "id": name + "r"}, {})
        look(table, random)


def look(table: Table, random: Random) -> None:
    game = f"games/{table.game}"
    table.version = table.get(f"{game}?legal=1")["version"]
    path = random.choice(
        [
            *(f"{game}/events?after={random.randint(0, table.version)}", f"{game}/replay", f"{game}/export"),
            *(f"{game}/export?format={form}" for form in ("digits", "cards", "solvitaire")),
            *("games", "accounts/me/export", "accounts/me/statistics", f"{game}/solution"),
        ]
    )
    table.send("GET", path, None, {})


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rules", ["turn-3", "google-easy"])
def test_a_random_session_on_a_closed_deal_names_no_unknown_card(
    sits: Callable[..., Table], server: str, rules: str, seed: int
) -> None:
    random = Random(f"{rules}{seed}")
    mine, other = sits(), sits()
    watchers = [Watcher(mine), Watcher(other)]
    mine.random(rules)
    wander(mine, random, 12)
    if mine.view()["status"] != "playing":
        return
    code = mine.command("share")["code"]
    other.deal(deal={"kind": "code", "code": code})
    wander(other, random, 6)
    other.command("concede")
    look(other, random)
    mine.send("GET", f"games/{other.game}", None, {})
    mine.send("GET", f"deals/codes/{code}", None, {})
    look_as_operator(server, watchers[0])
    assert min(watcher.answers for watcher in watchers) > 10
    shown = mine.view()
    mine.game = ""  # from here on the deal opens
    mine.post(f"games/{shown['id']}/concede", {"after": shown["version"], "id": "end"})
    mine.send("GET", f"games/{shown['id']}", None, {})
    assert len(cards_answered(mine.http.get(f"games/{shown['id']}"))) == 52


def look_as_operator(server: str, watcher: Watcher) -> None:
    """The admin's pages of the game, its deal and its results are payloads too."""
    from django.contrib.auth.hashers import make_password

    from accounts.models import Player
    from games.models import Game

    game = Game.objects.get(public_id=watcher.table.game)
    Player.objects.filter(name_key="operator").delete()
    operator = Player(guest=False, is_staff=True, is_superuser=True, password=make_password("seven of diamonds"))
    operator.take_name("operator")
    operator.save()
    with httpx.Client(base_url=f"{server}/admin/", follow_redirects=True) as admin:
        admin.get("login/")
        form = {"username": "operator", "password": "seven of diamonds", "next": "/admin/"}
        form["csrfmiddlewaretoken"] = admin.cookies["csrftoken"]
        signed_in = admin.post("login/", data=form, headers={"Referer": f"{server}/admin/login/"})
        assert "Log out" in signed_in.text
        for path in ["game/", f"game/{game.pk}/change/", "deal/", f"deal/{game.deal_id}/change/", "result/"]:
            page = admin.get(f"games/{path}")
            assert page.status_code == 200
            watcher.check(page)


def test_the_search_for_cards_finds_them_however_they_are_written() -> None:
    deck = "072103023042"
    assert cards_in(deck) == {"7D", "TH", "2H", "4D"}
    assert cards_in("The 7D can't go on the 10h.") == {"7D", "TH"}
    assert cards_in('{"stock": ["10c", "qd"]}') == {"TC", "QD"}
    assert cards_in("7DTH2H5c") == {"7D", "TH", "2H", "5C"}
    assert cards_in("4-6x3 w-f draw h-4 turn-3") == set()
