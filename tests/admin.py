"""The admin, as a browser shows it."""

from __future__ import annotations

import re

from django.test import Client

from tests.accounts.device import PASSWORD

CARD = re.compile(r"(?<![\w-])[A2-9TJQK][CDHScdhs](?![\w-])")


def signed_in(name: str) -> Client:
    client = Client()
    client.post("/admin/login/?next=/admin/", {"username": name, "password": PASSWORD})
    return client


def page(operator: Client, model: str, key: object = None, **query: str) -> str:
    """A list of games' rows, or the page of one; pictures are left out, whose paths may look like cards."""
    path = f"/admin/games/{model}/" + (f"{key}/change/" if key else "")
    response = operator.get(path, query)
    assert response.status_code == 200
    return re.sub(r"<svg.*?</svg>", "", response.content.decode(), flags=re.DOTALL)
