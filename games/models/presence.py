from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.models.entry import Entry


class Presence(models.Model):
    """One connection through which a player follows a race: a socket, or the requests of a client without one.

    The player is there while any of their connections is alive, and has been away since the last one was. A process
    that dies leaves rows that run out by themselves.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="presences")
    # Chosen at random by whoever holds the connection.
    connection = models.CharField(max_length=32)
    alive_until = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "connection"], name="presence_once_a_connection"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["connection"], name="presence_by_connection"),
        ]

    def __str__(self) -> str:
        return f"{self.connection} until {self.alive_until:%H:%M:%S}"
