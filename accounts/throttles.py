"""Limits as DRF asks for them, before a view runs."""

from __future__ import annotations

import ipaddress
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts import emails, names
from accounts.limits import Limit, Use

MINUTE, HOUR = 60, 3600


class Limited(APIView):
    """A view whose answers tell in RateLimit headers what is left of its tightest limit."""

    use: Use | None = None

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        if self.use:
            for name, value in self.use.headers.items():
                response.headers.setdefault(name, value)
        return super().finalize_response(request, response, *args, **kwargs)


class Throttle(BaseThrottle):
    """Counts by network address, whatever comes of the request."""

    limit: Limit

    def allow_request(self, request: Request, view: APIView) -> bool:
        whom = self.whom(request)
        if whom is not None:
            use = self.limit.take(whom)
            if isinstance(view, Limited) and (view.use is None or use.left < view.use.left):
                view.use = use
        return True

    def whom(self, request: Request) -> str | None:
        """None is not counted."""
        return network(str(self.get_ident(request) or ""))


def network(address: str) -> str:
    """The address, or of IPv6 the /64 that one household or server has to itself."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    # A socket that listens for both versions shows IPv4 addresses inside one IPv6 network.
    return str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))


class Guests(Throttle):
    limit = Limit("guests", settings.LIMIT_GUESTS_PER_HOUR, HOUR)


class SignIns(Throttle):
    limit = Limit("sign-ins", settings.LIMIT_SIGN_INS_PER_MINUTE, MINUTE)


class SignInsToAccount(Throttle):
    """However many addresses the attempts come from."""

    limit = Limit("sign-ins-to-account", settings.LIMIT_SIGN_INS_PER_MINUTE, MINUTE)

    def whom(self, request: Request) -> str | None:
        return names.key(text(request, "login")) or None


class Passwords(Throttle):
    """Guesses at the password of an open session."""

    limit = Limit("passwords", settings.LIMIT_SIGN_INS_PER_MINUTE, MINUTE)

    def whom(self, request: Request) -> str | None:
        return str(request.user.pk) if request.user.is_authenticated else None


class Mails(Throttle):
    limit = Limit("mails", settings.LIMIT_RESETS_PER_HOUR, HOUR)


class MailsToAddress(Throttle):
    """A mailbox is not filled by others, nor by a player who asks again and again."""

    limit = Limit("mails-to-address", settings.LIMIT_RESETS_PER_HOUR, HOUR)

    def whom(self, request: Request) -> str | None:
        return emails.normal(text(request, "email")) or getattr(request.user, "email", None)


def text(request: Request, field: str) -> str:
    """Of a body that nobody has validated yet."""
    value = request.data.get(field) if isinstance(request.data, dict) else None
    return value[:320] if isinstance(value, str) else ""
