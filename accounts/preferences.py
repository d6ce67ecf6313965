"""What a player has chosen for all their devices."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The row keeps only what was chosen; these are the values of the rest."""

    ruleset: str | None = None
    winnable_only: bool = False
    four_colour: bool = False
    auto_finish: bool = False
    left_handed: bool = False
    public_profile: bool = True
