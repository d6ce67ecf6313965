"""The description of the socket for client authors says what the code does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import yaml

from games.actions.races.commands import Command
from games.actions.races.create import create
from games.actions.races.join import join
from games.actions.races.opening import Terms
from games.client.http import Api
from games.klondike.rules import RULESETS
from games.live.closes import BAD_FRAME, FLOOD, RESTART, SIGNED_OUT, SLOW
from games.messages import Finished, Forfeit, Move, Moved, Moves, Ready, Refused, Started, Undo, encode
from tests.live.asyncapi import FILE, OBJECTS, document, written
from tests.live.players import at, in_thread, new_guest
from tests.live.server import Server


def refs(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [part["$ref"]] if "$ref" in part else [ref for value in part.values() for ref in refs(value)]
    return [ref for value in part for ref in refs(value)] if isinstance(part, list) else []


def test_the_document_is_the_one_made_from_the_messages() -> None:
    assert FILE.read_text() == written(), "run python -m tests.live.asyncapi"


def test_every_reference_leads_somewhere() -> None:
    read = yaml.safe_load(FILE.read_text())
    for ref in refs(read):
        part = read
        for name in ref.removeprefix("#/").split("/"):
            part = part[name]


def test_every_message_says_what_it_is_for() -> None:
    messages = document()["components"]["messages"]
    assert len(messages) == 34
    assert [name for name, message in messages.items() if not message["summary"]] == []


def test_every_close_code_is_named() -> None:
    about = document()["info"]["description"]
    for code in (BAD_FRAME, SIGNED_OUT, SLOW, FLOOD, RESTART):
        assert str(code) in about


ONLY_OVER_HTTP = {"balance"}


def objects(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each object in a message, with the name of the schema that describes it."""
    for field, value in told.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and field in OBJECTS:
                yield OBJECTS[field], one


@pytest.mark.django_db(transaction=True)
async def test_what_is_told_has_the_fields_that_openapi_describes(server: Server) -> None:
    schemas = (await in_thread(Api(server.address, "").get, "schema"))["components"]["schemas"]
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = (await in_thread(create, ann.player, Terms(RULESETS["turn-1"]), Command("r", 1))).race
    await in_thread(join, bob.player, race.code)
    async with at(server, ann) as one, at(server, bob) as other:
        await one.watches(race.topic)
        await other.watches(race.topic)
        await one.send(Ready(race.topic, "ready"))
        await other.send(Ready(race.topic, "ready"))
        started = await one.hears(Started)
        assert started.game is not None
        topic = f"game:{started.game['id']}"
        await one.send(Moves(topic, "a", 1, ["draw", "redeal"]), Undo(topic, "b", 2), Move(topic, "c", 3, "redeal"))
        await one.hears(Moved, id="a")
        await one.hears(Moved, id="b")
        await one.hears(Refused)
        await other.send(Forfeit(race.topic, "enough"))
        await one.hears(Finished)
        told = [pair for message in one.told for pair in objects(msgspec.json.decode(encode(message)))]
    assert {name for name, _ in told} == set(OBJECTS.values())
    for name, one_told in told:
        described = schemas[name]
        extra, missing = one_told.keys() - described["properties"].keys(), set(described["required"]) - one_told.keys()
        assert (name, extra, missing - ONLY_OVER_HTTP) == (name, set(), set())
