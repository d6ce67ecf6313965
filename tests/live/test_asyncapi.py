"""The description of the socket for client authors says what the code does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import yaml

from games.client.http import Api
from games.live.closes import BAD_FRAME, FLOOD, RESTART, SIGNED_OUT, SLOW
from games.messages import Finished, Forfeit, Move, Moved, Moves, Refused, Undo, encode
from tests.live.asyncapi import FILE, OBJECTS, document, written
from tests.live.players import at, begin_race, in_thread, new_guest
from tests.races.field import seated


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
async def test_what_is_told_has_the_fields_that_openapi_describes(server: str) -> None:
    schemas = (await in_thread(Api(server, "").get, "schema"))["components"]["schemas"]
    ann, bob = await in_thread(new_guest), await in_thread(new_guest)
    race = await in_thread(seated, ann.player, bob.player)
    async with at(server, ann) as one, at(server, bob) as other:
        games = await begin_race(race.topic, one, other)
        topic = games[one]
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
