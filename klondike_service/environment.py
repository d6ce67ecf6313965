"""Typed readers of environment variables; each refuses a bad value with one sentence that names the variable.

An empty variable counts as an absent one.
"""

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")

NAMES: set[str] = set()
"""Every variable asked for so far; once the settings are loaded, all there are."""


def read(name: str, default: T, parse: Callable[[str], T]) -> T:
    """The variable as `parse` understands it; `parse` raises a ValueError that says what was wanted."""
    NAMES.add(name)
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    try:
        return parse(value)
    except ValueError as wanted:
        shown = value.partition("//")[0]  # a URL may hold a password
        raise ImproperlyConfigured(f"{name} must be {wanted}, not {shown!r}.") from None


def text(name: str, default: str) -> str:
    return read(name, default, str)


def words(name: str, default: list[str]) -> list[str]:
    """A list separated by commas."""
    return read(name, default, lambda value: [word.strip() for word in value.split(",") if word.strip()])


def some(name: str, default: list[str], *choices: str) -> list[str]:
    """A list separated by commas, of some of the choices."""

    def parse(value: str) -> list[str]:
        chosen = [word.strip() for word in value.split(",")]
        if not set(chosen) <= set(choices):
            raise ValueError(f"one or more of {', '.join(choices)}")
        return chosen

    return read(name, default, parse)


def flag(name: str, default: bool) -> bool:
    def parse(value: str) -> bool:
        if value.lower() not in {"1", "0", "true", "false", "yes", "no", "on", "off"}:
            raise ValueError("yes or no")
        return value.lower() in {"1", "true", "yes", "on"}

    return read(name, default, parse)


def number(name: str, default: int, low: int, high: int) -> int:
    def parse(value: str) -> int:
        if not (value.isascii() and value.isdigit()) or not low <= int(value) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(value)

    return read(name, default, parse)


def choice(name: str, default: str, *allowed: str) -> str:
    def parse(value: str) -> str:
        if value not in allowed:
            raise ValueError(" or ".join(allowed))
        return value

    return read(name, default, parse)


def url(name: str, default: str, *schemes: str) -> str:
    """A URL with one of these schemes, without a trailing slash."""

    def parse(value: str) -> str:
        if urlsplit(value).scheme not in schemes:
            raise ValueError(f"a URL that begins with {' or '.join(scheme + ':' for scheme in schemes)}")
        return value.rstrip("/")

    return read(name, default, parse)


def folder(name: str, default: Path) -> Path:
    """An absolute folder, made when absent and closed to other users."""
    path = read(name, default, lambda value: Path(value).absolute())
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def secret(name: str, kept_in: Path) -> str:
    """The variable, else what the file holds, else a new random one that the file holds from now on.

    Processes that start together agree: the file appears whole or not at all, and the first one stays.
    """
    if value := text(name, ""):
        return value
    if not kept_in.exists():
        descriptor, draft = tempfile.mkstemp(dir=kept_in.parent)  # mode 0600
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(draft, kept_in)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return kept_in.read_text()
