"""A ruleset is data: what a table of Klondike allows, fixed for a game's life."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from games.klondike.errors import Invalid

UndoPolicy = Literal["free", "foundation", "reveal", "none"]
Points = Literal["none", "efficiency", "standard", "standard-timed", "vegas"]
Finish = Literal["automatic", "offered"]

RULES_VERSION = 1
"""Of the engine that judges moves; stored with every game, so that its log replays as it was played."""

CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Rules:
    """`passes` counts trips through the stock (None: no limit), so redeals are one fewer.

    `undo` is `free`, to a `foundation` move (never takes one back), to a `reveal` (never takes back a card first
    seen), or `none`.
    """

    name: str
    draw: int
    passes: int | None = None
    worrying_back: bool = True
    undo: UndoPolicy = "free"
    points: Points = "none"
    finish: Finish = "offered"
    direct_from_stock: bool = False

    def as_dict(self) -> dict[str, str | int | bool | None]:
        """The `rules` of a game payload, field by field; `read_rules` takes it back."""
        return asdict(self)


RULESETS: Mapping[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules("google-easy", draw=1, finish="automatic", direct_from_stock=True),
        Rules("google-hard", draw=3, passes=3, finish="automatic"),
        Rules("classic-1", draw=1, worrying_back=False, undo="foundation", points="efficiency"),
        Rules("classic-3", draw=3, worrying_back=False, undo="foundation", points="efficiency"),
        Rules("turn-1", draw=1),
        Rules("turn-3", draw=3),
        Rules("vegas-1", draw=1, passes=1, points="vegas"),
        Rules("vegas-3", draw=3, passes=3, points="vegas"),
        Rules("standard-1", draw=1, points="standard-timed"),
        Rules("standard-3", draw=3, points="standard-timed"),
    )
}
DEFAULT_RULES = RULESETS["turn-3"]

_FIELDS = {field.name for field in fields(Rules)}
_WORDS: Mapping[str, tuple[str, ...]] = {
    "undo": get_args(UndoPolicy),
    "points": get_args(Points),
    "finish": get_args(Finish),
}
_RANGES = {"draw": (1, 24), "passes": (1, 8)}


def read_rules(choice: str | Mapping[str, object]) -> Rules:
    """A ruleset by name, or custom rules by their fields (the rest as in `turn-3`).

    A mapping with the name of a ruleset stands for it; what it gives besides must agree. Raises `Invalid`, naming the
    field.
    """
    if isinstance(choice, str):
        if choice not in RULESETS:
            raise Invalid(reason=f"There is no ruleset called {choice[:20]!r}.", field="rules", value=choice[:20])
        return RULESETS[choice]
    given = {"name": CUSTOM, **choice}
    for field, value in given.items():
        _check_field(field, value)
    named = RULESETS.get(str(given["name"]), DEFAULT_RULES)
    rules = Rules(**{**named.as_dict(), **given})  # type: ignore[arg-type]  # _check_field has judged every value
    _check_together(rules)
    return rules


def _check_field(field: str, value: object) -> None:
    if field not in _FIELDS:
        raise _invalid(field, f"Rules have no field {field!r}.")
    if field in _WORDS:
        if value not in _WORDS[field]:
            raise _invalid(field, f"{field} is one of {', '.join(_WORDS[field])}.")
    elif field in _RANGES:
        low, high = _RANGES[field]
        unlimited = field == "passes" and value is None
        if not unlimited and (type(value) is not int or not low <= value <= high):
            raise _invalid(field, f"{field} is a whole number from {low} to {high}.")
    elif field == "name":
        if value not in (CUSTOM, *RULESETS):
            raise _invalid(field, "name is a ruleset's, or custom.")
    elif type(value) is not bool:
        raise _invalid(field, f"{field} is true or false.")


def _check_together(rules: Rules) -> None:
    if rules.direct_from_stock and rules.draw != 1:
        raise _invalid("direct_from_stock", "Only a game that draws one card can play it straight from the stock.")
    if rules.name != CUSTOM and rules != RULESETS[rules.name]:
        raise _invalid("name", f"These aren't the rules of {rules.name}.")


def _invalid(field: str, reason: str) -> Invalid:
    return Invalid(reason=reason, field=f"rules.{field}")
