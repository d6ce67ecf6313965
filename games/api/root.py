"""What a client should know before it starts."""

from __future__ import annotations

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.schema import answers
from accounts.views.endpoint import Open
from games.api.serializers.requests import LONGEST_WAIT_S
from games.api.serializers.root import Root as Shown
from games.klondike.events import EVENTS_VERSION
from games.klondike.rules import DEFAULT_RULES, RULES_VERSION, RULESETS
from games.klondike.scoring import SCORING_VERSION

API_VERSION = 1


class Root(Open):
    @extend_schema(summary="Versions, limits and rulesets", responses=answers({200: Shown}))
    def get(self, request: Request) -> Response:
        return Response(
            {
                "versions": {
                    "api": API_VERSION,
                    "rules": RULES_VERSION,
                    "events": EVENTS_VERSION,
                    "scoring": SCORING_VERSION,
                    "client_minimum": settings.CLIENT_VERSION_MINIMUM,
                },
                "limits": {
                    "body_bytes": settings.LIMIT_BODY_BYTES,
                    "batch_moves": settings.LIMIT_BATCH_MOVES,
                    "import_moves": settings.LIMIT_IMPORT_MOVES,
                    "game_events": settings.LIMIT_GAME_EVENTS,
                    "commands_per_second": settings.LIMIT_COMMANDS_PER_SECOND,
                    "wait_s": LONGEST_WAIT_S,
                    "page": 100,
                    "guests_per_hour": settings.LIMIT_GUESTS_PER_HOUR,
                    "wrong_codes_per_minute": settings.LIMIT_WRONG_CODES_PER_MINUTE,
                    "open_races": settings.LIMIT_OPEN_RACES,
                    "race_countdown_ms": settings.RACE_COUNTDOWN_MS,
                    "race_unstarted_s": settings.RACE_UNSTARTED_S,
                    "race_grace_s": settings.RACE_GRACE_S,
                    "race_window_h": settings.RACE_WINDOW_H,
                },
                "default_ruleset": DEFAULT_RULES.name,
                "rulesets": [rules.as_dict() for rules in RULESETS.values()],
            }
        )
