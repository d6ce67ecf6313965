"""Queries for objects that Django compiles once: that takes several times as long as the database does to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet

from accounts import statements

M = TypeVar("M", bound=Model)


class Compiled(Generic[M]):
    """`build` makes the queryset from its parameters, each of which stands in it once, in this order, in the form in
    which it is sent. What it selects is selected; what it prefetches is not."""

    def __init__(self, build: Callable[..., QuerySet[M]]) -> None:
        self._build = build
        self._plan: tuple[str, _Converters, _Reader] | None = None

    def __call__(self, *parameters: Any) -> list[M]:
        """The objects, each with those that were selected with it."""
        text, convert, reader = self._plan or self._compile(parameters)
        return [reader.read(convert(row)) for row in statements.fetch(text, parameters)]

    def _compile(self, parameters: tuple[Any, ...]) -> tuple[str, _Converters, _Reader]:
        compiler: Any = self._build(*parameters).query.get_compiler(DEFAULT_DB_ALIAS)
        text, sent = compiler.as_sql()
        if tuple(sent) != parameters:
            raise ValueError(f"a compiled query was given {parameters}, and sends {sent}")
        columns = [column for column, *_ in compiler.select]
        self._plan = text, _Converters(compiler.get_converters(columns)), _Reader(compiler.klass_info, columns)
        return self._plan


class _Converters:
    """From what the database has to what a field has: `JSON`, and on SQLite most others."""

    def __init__(self, by_place: dict[int, tuple[list[Callable[..., Any]], Any]]) -> None:
        self._all = [
            (place, convert, column) for place, (converters, column) in by_place.items() for convert in converters
        ]

    def __call__(self, row: Sequence[Any]) -> Sequence[Any]:
        values = list(row)
        connection = connections[DEFAULT_DB_ALIAS]
        for place, convert, column in self._all:
            values[place] = convert(values[place], column, connection)
        return values


class _Reader:
    """One of the models that a row holds, and those that were selected with it; `info` is as the compiler makes it."""

    def __init__(self, info: dict[str, Any], columns: Sequence[Any]) -> None:
        places = info["select_fields"]
        self._model = info["model"]
        self._first, self._end = places[0], places[-1] + 1
        self._names = [column.target.attname for column in columns[self._first : self._end]]
        self._key = self._first + self._names.index(self._model._meta.pk.attname)
        self._with = [
            (_Reader(related, columns), related["local_setter"], related["remote_setter"])
            for related in info.get("related_klass_infos", ())
        ]

    def read(self, row: Sequence[Any]) -> Any:
        if row[self._key] is None:
            return None
        one = self._model.from_db(DEFAULT_DB_ALIAS, self._names, row[self._first : self._end])
        for reader, here, there in self._with:
            other = reader.read(row)
            here(one, other)
            if other is not None:
                there(other, one)
        return one
