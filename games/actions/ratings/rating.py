"""What a ranked race does to the ratings of those who raced."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations

from games.actions.boards.standings import enter_rating
from games.actions.now import ms_of
from games.actions.ratings.scale import Strength, rated
from games.models import Entry, Race, Rating, RatingChange
from games.models.race import Status

PAIR_WINDOW = timedelta(days=30)
PAIR_LIMIT = 5
"""So many races of the same two count within the window: whoever always beats the same one proves nothing more."""


def rating_of(player: int, ruleset: str) -> Strength:
    """Of a player, by the row's number."""
    rating = Rating.objects.filter(player=player, ruleset=ruleset).first()
    return Strength(rating.mean, rating.deviation) if rating else Strength()


def rate(race: Race, entries: Sequence[Entry]) -> None:
    """Writes the ratings after a race, and takes them into the board. Precondition: all players' rows are locked."""
    for rating in write(race, entries):
        enter_rating(rating.player, rating)


def write(race: Race, entries: Sequence[Entry]) -> list[Rating]:
    """Writes the ratings after a race, if it is ranked, finished, and not one too many of the same two.

    Who left or forfeited is rated by the place that is left. A player is in one ranked race at a time, so the order of
    the races' keys is that in which each player raced.
    """
    placed = [(entry, entry.place) for entry in entries if entry.place is not None]
    if not race.ranked or race.status != Status.FINISHED or len(placed) < 2 or _is_one_too_many(race, entries):
        return []
    ruleset, at = race.rules["name"], ms_of(race.ended_at) if race.ended_at else 0
    players = [entry.player_id for entry, _ in placed]
    ratings = {
        rating.player_id: rating
        for rating in Rating.objects.select_for_update().filter(player__in=players, ruleset=ruleset).order_by("player")
    }
    before = [
        Strength(ratings[player].mean, ratings[player].deviation) if player in ratings else Strength()
        for player in players
    ]
    after = rated(before, [place for _, place in placed])
    written = []
    for (entry, _), was, now in zip(placed, before, after, strict=True):
        rating = ratings.get(entry.player_id) or Rating(player=entry.player, ruleset=ruleset, races=0)
        rating.mean, rating.deviation, rating.changed_at = now.mean, now.deviation, at
        rating.races += 1
        rating.save()
        RatingChange.objects.create(
            race=race,
            player=entry.player,
            ruleset=ruleset,
            mean_before=was.mean,
            mean=now.mean,
            deviation=now.deviation,
            at=at,
        )
        written.append(rating)
    return written


def _is_one_too_many(race: Race, entries: Sequence[Entry]) -> bool:
    assert race.ended_at is not None, "a finished race has an end"
    since = ms_of(race.ended_at - PAIR_WINDOW)
    for one, other in combinations(entries, 2):
        met = RatingChange.objects.filter(
            player=one.player_id,
            ruleset=race.rules["name"],
            at__gt=since,
            race__lt=race.pk,
            race__rating_changes__player=other.player_id,
        )
        if met.count() >= PAIR_LIMIT:
            return True
    return False
