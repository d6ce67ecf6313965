"""The log: one line a record on stderr, as text or as a JSON object with what the caller put in `extra`."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


def configuration(level: str, style: str) -> dict[str, Any]:
    """The LOGGING setting."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "text": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": "klondike_service.log.JsonLines"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": style}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would write every record a second time.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # A refusal (4xx) is an answer, not an event of the service.
            "django.request": {"level": "ERROR"},
            # Nor is a socket that opens. What the server says of its own start, `serve` says in one line.
            "uvicorn.error": {"level": "WARNING"},
            # A task that did its work is none either; one that fails is an error.
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        },
    }


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
