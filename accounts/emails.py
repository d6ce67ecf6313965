"""E-mail addresses: one spelling each, and the mails that go to them."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import transaction


def normal(address: str) -> str:
    """The spelling that is kept, compared and written to."""
    return unicodedata.normalize("NFKC", address).strip().lower()


def send(mail: str, address: str, **context: object) -> None:
    """The mail of that name under templates/accounts/mail, after the commit.

    A mail server that fails is logged and does not fail the request: the player can ask for the mail again.
    """
    message = get_adapter().render_mail(f"accounts/mail/{mail}", address, {"address": address, **context})
    transaction.on_commit(message.send, robust=True)


def link(page: str, key: str) -> str:
    """Where the page takes a key from a mail; after the #, so that no server's log sees it."""
    return f"{settings.PUBLIC_URL}/#{page}={quote(key)}"
