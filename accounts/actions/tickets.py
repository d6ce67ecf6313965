"""Tickets for sockets: single use, half a minute."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Session, Ticket
from accounts.problems import SessionEnded

LIFE = timedelta(seconds=30)


def issue(token: str) -> Ticket:
    """For the session of this token; its unused old ones go."""
    now = timezone.now()
    Ticket.objects.filter(session_id=token, expires_at__lte=now).delete()
    try:
        with transaction.atomic():
            return Ticket.objects.create(session_id=token, expires_at=now + LIFE)
    except IntegrityError:  # signed out meanwhile
        raise SessionEnded() from None


def redeem(key: str) -> Session:
    """The session with its player. Of two who bring the same ticket, the one whose DELETE finds it has it."""
    if "\0" not in key:
        live = Ticket.objects.filter(pk=key, expires_at__gt=timezone.now(), session__player__is_active=True)
        ticket = live.select_related("session__player").first()
        if ticket and Ticket.objects.filter(pk=key).delete()[0]:
            return ticket.session
    raise SessionEnded()
