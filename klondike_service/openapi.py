"""What every operation of the OpenAPI document has in common."""

from drf_spectacular.openapi import AutoSchema


class Described(AutoSchema):
    """Says of an operation what its view says there; docstrings are for those who read the code."""

    def get_description(self) -> str:  # type: ignore[override]
        return ""
