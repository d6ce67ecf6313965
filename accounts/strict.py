"""Bodies taken as they are meant: nothing unknown is ignored, nothing is turned into another type."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from accounts import emails, names

LONGEST_ECHO = 100  # characters of an unknown field's name that go back


class Strict(serializers.Serializer[Any]):
    """Refuses fields that it does not know, naming the first; read-only ones are unknown in a request."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            known = {name for name, field in self.fields.items() if not field.read_only}
            for name in data:
                if name not in known:
                    raise ValidationError({name[:LONGEST_ECHO]: [ErrorDetail("Unknown field.", "unknown")]})
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A string; a number is not one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """true or false; not "yes", not 1."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Name(Text):
    """A name that a player may choose, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=names.SHORTEST, max_length=names.LONGEST, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        name = names.normal(super().to_internal_value(data))
        reason = names.why_not(name)
        if reason:
            raise ValidationError(reason, code="name")
        return name


class Email(serializers.EmailField):
    """An e-mail address, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=254, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return emails.normal(super().to_internal_value(data))


class Password(Text):
    """Taken to the letter, blanks at the ends too. Of bounded length: hashing a long one costs us time."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=128, trim_whitespace=False, **kwargs)
