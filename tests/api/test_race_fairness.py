"""No answer about a race tells anybody a card that their own game hasn't shown them, until the race is over."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import httpx
import pytest

from games.actions.sitting import sit_at
from games.klondike.sight import known_cards
from games.models import Game, Race
from tests.api.table import Table
from tests.api.test_races import open_race, press, start
from tests.races.field import pass_time

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK]|10)[CDHS](?![A-Za-z0-9])")
LOOKS = (
    *("races/{race}?legal=1", "races/{race}/events?after=0", "races/{race}/replay", "races", "races?open=1"),
    *("races/codes/{code}", "races/quick", "accounts/me/export", "games", "games/{game}?legal=1", "games/{other}"),
    *("games/{game}/events?after=0", "games/{game}/replay", "games/{game}/export?format=digits", "games/{game}/export"),
    *("games/{other}/export", "games/{game}/legal-moves", "games/{other}/replay"),
)
PRESSES = ("ready", "leave", "claim", "rematch")


def leaks(response: httpx.Response, race: Race, known: set[str]) -> list[str]:
    """What the text of an answer holds that this viewer may not know."""
    text = response.text
    seed = bytes(race.deal.seed or b"").hex()
    whole = [word for word in (seed, race.deal.cards) if word in text]
    return whole + [card for card in CARD.findall(text) if card.replace("10", "T") not in known]


@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_told_a_card_they_have_not_seen(sits: Callable[..., Table], seed: int) -> None:
    chance = Random(seed)
    players = [sits() for _ in range(chance.randint(2, 5))]
    watcher = sits()
    public_id = open_race(*players, spectators="anyone", visibility="open")
    race = Race.objects.get(public_id=public_id)
    code = race.code

    def look_around() -> None:
        for table in (*players, watcher):
            games = Game.objects.filter(player__public_id=table.player["id"], deal=race.deal_id).select_related("deal")
            known = {card.text for game in games for card in known_cards(sit_at(game).history)}
            other = chance.choice(players).game or "1" * 12
            for look in LOOKS:
                path = look.format(race=public_id, code=code, game=table.game or "1" * 12, other=other)
                assert leaks(table.http.get(path), race, known) == [], path
            verb = chance.choice(PRESSES)
            if table is watcher or verb in ("claim", "rematch"):
                said = table.http.post(f"races/{public_id}/{verb}", json={"id": f"{chance.random()}"})
                assert leaks(said, race, known) == [], verb

    look_around()
    start(public_id, *players)
    look_around()
    for _ in range(12):
        table = chance.choice(players)
        legal = table.get(f"games/{table.game}/legal-moves")["legal"]
        if legal:
            table.move(chance.choice(legal))
    look_around()
    press(players[0], public_id, "forfeit")
    race.refresh_from_db()
    if not race.over:
        look_around()
    pass_time(race, 600)
    after = watcher.get(f"races/{public_id}/replay")
    race.refresh_from_db()
    assert race.over
    assert after["race"]["reveal"]["deck"] == race.deal.cards
    assert len(after["games"]) == len(players)
