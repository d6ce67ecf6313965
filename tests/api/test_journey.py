from __future__ import annotations

from tests.api.table import Table


def test_following_the_hints_wins_deal_number_8(table: Table) -> None:
    game = table.deal("turn-1", {"kind": "number", "number": "8"})
    while not game["can"]["finish"]:
        hint = table.post(f"games/{table.game}/hint")["hint"]
        game = table.command("moves", move=hint)
    game = table.command("finish")
    assert game["status"] == "won"
    assert [event["by"] for event in game["events"]] == ["finish"] * len(game["events"])
    won = table.view()
    assert (won["status"], won["ended_by"], won["moves"]) == ("won", None, 103)
    assert won["position"]["foundations"] == {"C": "KC", "D": "KD", "H": "KH", "S": "KS"}
    assert table.refused_command("undo")[:2] == (409, "game_over")
