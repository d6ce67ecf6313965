from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from games.klondike.deals import deal_from_seed
from games.klondike.shuffle import commitment
from games.models import Presence, Race
from tests.api.table import Json, Table
from tests.races.field import pass_time

Sits = Callable[..., Table]


def open_race(host: Table, *guests: Table, **terms: Any) -> str:
    """A race with all these at its table, by its id."""
    body = {"rules": "turn-1", "seats": max(2, 1 + len(guests)), "time_limit_s": 600, **terms}
    race = host.post("races", body)["race"]
    for guest in guests:
        guest.post("races/join", {"code": race["code"]})
    return str(race["id"])


def press(table: Table, race: str, verb: str, name: str = "") -> Json:
    table.commands += 1
    return table.post(f"races/{race}/{verb}", {"id": name or f"r{table.commands}"})


def start(race: str, *players: Table) -> None:
    """All ready, and the countdown over; everyone sits down at their own game."""
    for player in players:
        press(player, race, "ready")
    pass_time(Race.objects.get(public_id=race), 3)
    for player in players:
        game = player.get(f"races/{race}")["game"]
        player.game, player.version = game["id"], game["version"]


def test_two_friends_race_from_the_code_to_the_rematch(sits: Sits) -> None:
    ann, bob = sits("Ann"), sits("Bob")
    opened = ann.post("races", {"rules": "turn-1", "id": "new"})
    assert opened["race"]["status"] == "open"
    code = opened["race"]["code"]
    assert opened["race"]["link"].endswith(f"/r/{code}")
    preview = bob.get(f"races/codes/{code.lower()}")
    assert (preview["host"]["name"], preview["free"]) == ("Ann", 1)
    race = bob.post("races/join", {"code": code})["race"]["id"]
    start(race, ann, bob)
    ann.move("draw")
    seen = bob.get(f"races/{race}")["race"]
    assert [player["moves"] for player in seen["players"]] == [1, 0]
    answer = press(bob, race, "forfeit")
    assert [event["type"] for event in answer["events"]] == ["stopped", "finished"]
    assert answer["race"]["status"] == "finished"
    assert [player["place"] for player in ann.get(f"races/{race}")["race"]["players"]] == [1, 2]
    again = press(ann, race, "rematch")["race"]["rematch"]
    assert press(bob, race, "rematch")["race"]["rematch"] == again
    assert bob.get(f"races/{again}")["race"]["status"] == "countdown"


def test_who_asks_for_their_own_game_alone_is_there(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    start(race, ann, bob)
    for path in ("", "/events", "/legal-moves", "/replay"):
        Presence.objects.all().delete()
        bob.get(f"games/{bob.game}{path}")
        players = ann.get(f"races/{race}")["race"]["players"]
        assert [player["connected"] for player in players] == [True, True]


def test_nobody_sees_a_card_before_the_start_or_another_players_card_ever_before_the_end(sits: Sits) -> None:
    ann, bob, eve = sits(), sits(), sits()
    race = open_race(ann, bob, spectators="anyone")
    start(race, ann, bob)
    for table in (bob, eve):
        view = table.get(f"races/{race}")
        assert "deck" not in table.last.text
        assert view["race"]["reveal"] is None
    assert eve.get(f"races/{race}")["game"] is None
    assert bob.refused("GET", f"games/{ann.game}")[:2] == (404, "not_found")
    assert bob.refused("GET", f"races/{race}/replay")[:2] == (409, "deal_closed")


def test_after_the_end_the_seed_fits_the_commitment_and_the_deck(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    promised = ann.get(f"races/{race}")["race"]["commitment"]
    start(race, ann, bob)
    in_game = bob.view()["deal"]
    assert in_game["commitment"] == promised
    assert "seed" not in in_game
    ann.move("draw")
    press(bob, race, "forfeit")
    reveal = bob.get(f"races/{race}")["race"]["reveal"]
    assert reveal["context"] == f"race:{race}:turn-1"
    assert commitment(bytes.fromhex(reveal["seed"]), reveal["context"]) == promised
    assert deal_from_seed(bytes.fromhex(reveal["seed"])).text == reveal["deck"]
    proved = bob.post("deals/verify", {"seed": reveal["seed"], "context": reveal["context"]})
    assert (proved["commitment"], proved["deck"]) == (promised, reveal["deck"])
    assert ann.view()["deal"]["deck"] == reveal["deck"]


def test_one_who_forfeits_learns_no_more_than_they_saw_until_all_have_finished(sits: Sits) -> None:
    ann, bob, eve = sits(), sits(), sits()
    race = open_race(ann, bob, eve)
    start(race, ann, bob, eve)
    ann.move("draw")
    press(bob, race, "forfeit")
    view = bob.view()
    assert view["status"] == "lost"
    assert "deck" not in view["deal"]
    assert bob.get(f"races/{race}")["race"]["reveal"] is None
    assert bob.refused("GET", f"games/{bob.game}/export?format=digits")[:2] == (409, "deal_closed")


def test_the_replay_has_all_logs_side_by_side(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    start(race, ann, bob)
    ann.move("draw", "draw")
    bob.move("draw")
    press(bob, race, "forfeit")
    replay = ann.get(f"races/{race}/replay")
    assert [[event["type"] for event in game["events"]] for game in replay["games"]] == [
        ["deal", "move", "move", "end"],
        ["deal", "move", "end"],
    ]
    assert len(replay["timeline"]) == 7
    assert replay["timeline"] == sorted(replay["timeline"])
    assert replay["events"][-1]["reveal"] == replay["race"]["reveal"]


def test_a_poll_waits_for_the_next_event(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    seq = ann.get(f"races/{race}")["seq"]
    pressing = threading.Timer(0.3, press, (bob, race, "ready"))
    pressing.start()
    began = time.monotonic()
    waited = ann.get(f"races/{race}/events?after={seq}&wait_s=10")
    pressing.join()
    assert [event["type"] for event in waited["events"]] == ["ready"]
    assert time.monotonic() - began < 5


def test_a_client_without_a_socket_is_there_while_it_asks(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    start(race, ann, bob)
    ann.move("draw")
    assert [player["connected"] for player in ann.get(f"races/{race}")["race"]["players"]] == [True, True]
    pass_time(Race.objects.get(public_id=race), 40)
    away = ann.get(f"races/{race}")["race"]["players"][1]
    assert away["connected"] is False
    assert 30_000 < away["back_in_ms"] < 40_000
    assert ann.refused("POST", f"races/{race}/claim", {"id": "c"})[:2] == (409, "nobody_away")
    bob.move("draw")
    assert ann.get(f"races/{race}")["race"]["players"][1]["back_in_ms"] is None
    pass_time(Race.objects.get(public_id=race), 80)
    assert press(ann, race, "claim")["race"]["players"][1]["outcome"] == "absent"


def test_spectators_watch_as_the_race_allows(sits: Sits) -> None:
    ann, bob, eve = sits(), sits(), sits()
    for spectators, without, with_code in (("anyone", 200, 200), ("code", 404, 200), ("none", 404, 404)):
        race = open_race(ann, bob, spectators=spectators)
        code = ann.get(f"races/{race}")["race"]["code"]
        assert eve.http.get(f"races/{race}").status_code == without
        assert eve.http.get(f"races/{race}?code={code}").status_code == with_code
        press(ann, race, "leave")


def test_wrong_codes_are_counted(sits: Sits) -> None:
    ann = sits()
    codes = [ann.http.post("races/join", json={"code": f"AAAA{letter}A"}).status_code for letter in "ABCDEFGHJKLM"]
    assert codes == [404] * 10 + [429] * 2
    assert ann.http.get("races/codes/QQQQQQ").status_code == 429


def test_the_list_shows_mine_and_those_to_join(sits: Sits) -> None:
    ann, bob = sits(), sits()
    hidden, found = open_race(ann), open_race(ann, visibility="open")
    assert [race["id"] for race in ann.get("races")["items"]] == [found, hidden]
    assert [race["id"] for race in bob.get("races?open=1")["items"]] == [found]
    assert bob.get("races")["items"] == []
    page = ann.get("races?limit=1")
    assert [race["id"] for race in ann.get(f"races?limit=1&cursor={page['next']}")["items"]] == [hidden]
    code = bob.get("races?open=1")["items"][0]["code"]
    assert bob.post("races/join", {"code": code})["race"]["id"] == found


def test_a_repeated_command_gets_its_first_events(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    first = press(ann, race, "ready", "same")
    press(bob, race, "ready")
    again = press(ann, race, "ready", "same")
    assert again["events"] == first["events"]
    assert (again["after"], again["seq"], again["repeated"], again["latest_seq"]) == (3, 4, True, 6)
    assert ann.refused("POST", f"races/{race}/leave", {"id": "same"})[:2] == (409, "id_reused")


def test_a_bad_body_is_refused_by_its_field_and_opens_nothing(sits: Sits) -> None:
    ann = sits()
    for body, field in (
        ({"seats": 1}, "seats"),
        ({"seats": 9}, "seats"),
        ({"mode": "best"}, "mode"),
        ({"mode": "points", "rules": "turn-1"}, "mode"),
        ({"time_limit_s": "600"}, "time_limit_s"),
        ({"rules": "nothing"}, "rules"),
        ({"undo": "never"}, "undo"),
        ({"deal": "1"}, "deal"),
        ({"id": ""}, "id"),
    ):
        status, code, problem = ann.refused("POST", "races", body)
        assert (status, code, problem["field"]) == (422, "invalid", field)
    assert not Race.objects.exists()


def test_the_undo_policy_is_the_races_own(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob, undo="none")
    rules = ann.get(f"races/{race}")["race"]["rules"]
    assert (rules["based_on"], rules["undo"]) == ("turn-1", "none")
    start(race, ann, bob)
    ann.move("draw")
    assert ann.refused_command("undo")[:2] == (422, "undo_stops")


def test_what_is_not_for_races_is_refused(sits: Sits) -> None:
    ann, bob = sits(), sits()
    race = open_race(ann, bob)
    start(race, ann, bob)
    for verb in ("pause", "resume", "restart", "share", "hint"):
        assert ann.refused_command(verb)[:2] == (409, "not_in_race")
    assert ann.refused_command("import", moves=["draw"])[:2] == (409, "not_in_race")
    assert ann.refused("DELETE", f"games/{ann.game}")[:2] == (409, "not_in_race")
    assert ann.refused("POST", "games", {"replaces": ann.game})[:2] == (409, "not_in_race")
    ann.command("moves", move="draw")
    assert ann.command("concede")["ended_by"] == "conceded"


def test_once_the_race_is_over_its_game_is_restarted_as_practice_shared_and_put_away(sits: Sits) -> None:
    ann, bob, eve = sits(), sits(), sits()
    race = open_race(ann, bob, eve)
    start(race, ann, bob, eve)
    ann.move("draw")
    press(bob, race, "forfeit")
    assert bob.refused_command("share")[:2] == (409, "not_in_race")
    press(eve, race, "forfeit")
    played = ann.get(f"games/{ann.game}")
    assert played["ended_by"] == "race"
    ann.version = played["version"]
    code = ann.command("share")["code"]
    assert ann.get(f"deals/codes/{code}")["rules"]["name"] == "turn-1"
    again = ann.command("restart")
    assert (again["status"], again["practice"], again["race"]) == ("playing", True, None)
    assert again["deal"]["commitment"] is None
    ann("DELETE", f"games/{ann.game}")
    ann.game, ann.version = again["id"], again["version"]
    ann.move("draw")
    assert [game["id"] for game in ann.get("games")["items"]] == [again["id"]]
    assert ann.get(f"races/{race}")["game"]["id"] == played["id"]


def test_a_profile_shows_the_last_races_unless_it_is_private(sits: Sits) -> None:
    ann, bob = sits("Ann"), sits("Bob")
    race = open_race(ann, bob)
    start(race, ann, bob)
    ann.move("draw")
    assert bob.get("accounts/players/ann")["races"] == []
    press(bob, race, "forfeit")
    (shown,) = bob.get("accounts/players/ann")["races"]
    assert (shown["id"], shown["place"], [player["name"] for player in shown["players"]]) == (race, 1, ["Ann", "Bob"])
    ann("PATCH", "accounts/me", {"preferences": {"public_profile": False}})
    assert bob.get("accounts/players/ann")["races"] is None


def test_a_finished_game_on_an_open_deal_can_be_raced_against(sits: Sits) -> None:
    ann = sits("Ann")
    game = ann.deal("turn-1")
    ann.move("draw")
    assert ann.refused("POST", "races", {"ghost": game["id"]})[:2] == (409, "not_over")
    ann.command("concede")
    assert ann.refused("POST", "races", {"ghost": game["id"], "rules": "turn-1"})[2]["field"] == "rules"
    opened = ann.post("races", {"ghost": game["id"], "time_limit_s": 60})["race"]
    assert (opened["status"], opened["commitment"], opened["ghost"]) == ("ready", None, game["id"])
    assert [(player["name"], player["ghost"]) for player in opened["players"]] == [("Ann", False), ("Ann", True)]
    start(opened["id"], ann)
    assert ann.view()["practice"] is True
    ann.move("draw", "draw")
    assert press(ann, opened["id"], "forfeit")["race"]["status"] == "finished"
