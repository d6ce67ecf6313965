"""What goes wrong once in looking after games ends neither that nor the care for the others."""

from __future__ import annotations

import asyncio
import logging

import pytest

from games.live import caring, house
from games.live.house import House

pytestmark = pytest.mark.django_db(transaction=True)


async def test_care_goes_on_whatever_goes_wrong(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done = {"games": 0, "rooms": 0, "rows": 0}
    enough = asyncio.Event()

    def fails(what: str) -> object:
        async def care(*_: object) -> None:
            done[what] += 1
            if min(done.values()) >= 3:
                enough.set()
            if done[what] % 2:
                raise RuntimeError(what)

        return care

    monkeypatch.setattr(house, "ALIVE_S", 0.1)
    monkeypatch.setattr(caring, "look_at_games", fails("games"))
    monkeypatch.setattr(caring, "look_at_rooms", fails("rooms"))
    monkeypatch.setattr(caring, "keep", fails("rows"))
    here = House()
    try:
        async with asyncio.timeout(30):
            await enough.wait()
    finally:
        for task in here._tasks:
            task.cancel()
    faults = [record.exc_text or str(record.exc_info) for record in caplog.records if record.levelno == logging.ERROR]
    assert {what for what in done if any(what in fault for fault in faults)} == set(done)
