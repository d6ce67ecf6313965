"""The AsyncAPI document of the play socket, made from `games.messages`: `python -m tests.live.asyncapi` writes it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import yaml

from games import messages

FILE = Path(__file__).parents[2] / "docs" / "asyncapi.yaml"
OBJECTS = {
    "can": "Can",
    "clock": "Clock",
    "events": "Event",
    "game": "Game",
    "players": "Racer",
    "position": "Position",
    "problem": "Problem",
    "race": "Race",
    "reveal": "Reveal",
    "stopped": "Stopped",
}
"""By field, the schema of the OpenAPI document that describes an object, or the items of a list, told in it."""

ABOUT = f"""One socket carries everything a client follows. The first message is `hello`, within five seconds; others
may follow at once. A topic is `game:<id>`, `race:<id>` or `lobby`; the `seq` of a game is its version, of a race the
number of its own events. Frames are JSON text of at most 64 KiB; unknown fields of ours are to be ignored, yours are
refused. What is only called an object here is described in the OpenAPI document, `/api/v1/schema`, among its schemas:
{", ".join(f"`{field}` as `{schema}`" for field, schema in OBJECTS.items())}; but `balance` comes over HTTP alone.
Closes: 4400 bad_frame, 4401 signed_out, 4408 slow, 4429 flood, 1009 frame too big, 1011 error, 1012 restart."""


def document() -> dict[str, Any]:
    """The whole document, as plain values."""
    incoming, outgoing = get_args(messages.Incoming), get_args(messages.Outgoing)
    _, schemas = msgspec.json.schema_components([*incoming, *outgoing], ref_template="#/components/schemas/{name}")
    names = {kind: title(kind) for kind in (*incoming, *outgoing)}
    channel = "#/channels/play"
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Klondike: the play socket", "version": "1", "description": oneline(ABOUT)},
        "defaultContentType": "application/json",
        "channels": {
            "play": {
                "address": "/ws/v1/play",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names.values()},
            }
        },
        "operations": {
            "command": operation("receive", channel, "What a client sends.", [names[kind] for kind in incoming]),
            "tell": operation("send", channel, "What the server sends.", [names[kind] for kind in outgoing]),
        },
        "components": {
            "messages": {
                name: {
                    "name": kind.__struct_config__.tag,
                    "summary": oneline(kind.__doc__ or ""),
                    "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
                }
                for kind, name in names.items()
            },
            "schemas": {name: tidy(schema) for name, schema in sorted(schemas.items())},
        },
    }


def operation(action: str, channel: str, summary: str, names: list[str]) -> dict[str, Any]:
    refs = [{"$ref": f"{channel}/messages/{name}"} for name in names]
    return {"action": action, "channel": {"$ref": channel}, "summary": summary, "messages": refs}


def title(kind: Any) -> str:
    """The type on the wire; the one word that both sides say with another meaning tells them apart."""
    tag = str(kind.__struct_config__.tag)
    return f"{tag}-opened" if kind is messages.RematchOpened else tag


def tidy(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            key: oneline(value) if key == "description" and isinstance(value, str) else tidy(value)
            for key, value in schema.items()
        }
    return [tidy(value) for value in schema] if isinstance(schema, list) else schema


def oneline(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def written() -> str:
    return yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    FILE.write_text(written())
