"""The writer tells every command what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from games.journal import Entry
from games.live.writer import Writer


class Paper:
    """Takes down whatever it is given; the games in `lost` were another's."""

    def __init__(self, lost: frozenset[int] = frozenset()) -> None:
        self.lost = lost

    async def append(self, entries: Sequence[Entry]) -> frozenset[int]:
        return self.lost

    async def close(self) -> None:
        raise AssertionError("paper is never away")


class Command:
    """Keeps what it was told; one that is `faulty` can't pass it on."""

    def __init__(self, game: int, *, faulty: bool = False) -> None:
        self.entry = Entry(game, [])
        self.faulty = faulty
        self.told: list[str] = []

    def committed(self) -> None:
        self._hear("committed")

    def lost(self) -> None:
        self._hear("lost")

    def failed(self) -> None:
        self.told.append("failed")

    def _hear(self, word: str) -> None:
        self.told.append(word)
        if self.faulty:
            raise LookupError(word)


@pytest.mark.parametrize("word", ["committed", "lost"])
async def test_a_command_that_cannot_be_answered_keeps_no_other_waiting(
    word: str, caplog: pytest.LogCaptureFixture
) -> None:
    writer = Writer(Paper(frozenset(range(9)) if word == "lost" else frozenset()))
    running = asyncio.create_task(writer.run())
    first, faulty, next_, later = Command(1), Command(2, faulty=True), Command(3), Command(4)
    async with asyncio.timeout(5):
        for command in (first, faulty, next_):
            writer.put(command)
        await writer.drain()
        writer.put(later)
        await writer.drain()
    assert [command.told for command in (first, next_, later)] == [[word]] * 3
    assert faulty.told == [word, "failed"]
    assert "could not be answered" in caplog.text
    running.cancel()
