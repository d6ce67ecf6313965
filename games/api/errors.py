"""Where DRF hands over what went wrong in an endpoint: a refusal of the rules, a server that is away, all the rest."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from redis.exceptions import RedisError

from accounts import handlers
from accounts.problems import Busy
from games.actions.problems import problem_of
from games.klondike.errors import Refusal

log = logging.getLogger(__name__)


def handle(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Every answer is a problem document. A database or Redis that doesn't answer is `busy`: nothing was acknowledged,
    and the command can be sent again with its id."""
    match exc:
        case Refusal():
            exc = problem_of(exc)
        case OperationalError() | InterfaceError() | RedisError():
            log.error("A request could not be served: %s", exc, exc_info=exc)
            exc = Busy()
    return handlers.handle(exc, context)
