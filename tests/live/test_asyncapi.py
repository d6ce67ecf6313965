"""The description of the socket for client authors says what the code does."""

from __future__ import annotations

from typing import Any

import yaml

from games.live.closes import BAD_FRAME, FLOOD, RESTART, SIGNED_OUT, SLOW
from tests.live.asyncapi import FILE, document, written


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
