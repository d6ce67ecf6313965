"""Paths of the API: both slash forms answer, and an id in a path looks like an id."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, register_converter
from django.urls.resolvers import RoutePattern
from django.views import View

from accounts.identifiers import PATTERN


class PublicId:
    """Anything else than an id is no path of ours, and never reaches the database."""

    regex = PATTERN

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PublicId, "id")


class EitherSlash(RoutePattern):
    def match(self, path: str) -> tuple[str, tuple[Any, ...], dict[str, Any]] | None:
        found: tuple[str, tuple[Any, ...], dict[str, Any]] | None = super().match(path.removesuffix("/"))
        return found


def route(path: str, view: type[View], name: str | None = None) -> URLPattern:
    """Like Django's `path`, of a view class and without a slash at the end; `<id:…>` is a public id."""
    return URLPattern(EitherSlash(path, name=name, is_endpoint=True), view.as_view(), name=name)
