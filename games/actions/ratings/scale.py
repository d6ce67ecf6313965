"""The numbers of the rating: where all begin, how fast they move, when they count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MEAN = 1500.0
DEVIATION = 350.0
"""Of one who has raced nobody yet."""

_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=DEVIATION / 2, tau=5.0)
"""Two who are `beta` apart: the better wins about three times in four. `tau` keeps a deviation from vanishing."""


class Strength(NamedTuple):
    """A player is taken to be about as strong as `mean`, give or take `deviation`."""

    mean: float = MEAN
    deviation: float = DEVIATION


def rated(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """What players are taken for after a race that ended in these places, shared ones included."""
    teams = [[_MODEL.rating(mu=mean, sigma=deviation)] for mean, deviation in strengths]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Strength(rating.mu, rating.sigma) for (rating,) in after]
