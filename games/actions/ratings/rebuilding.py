"""Ratings derived anew, while races end."""

from __future__ import annotations

from django.db import connection, transaction

from accounts.models import Player
from games.actions.boards.standings import refresh
from games.actions.ratings.rating import write
from games.models import Entry, Race, Rating, RatingChange
from games.models.race import Status


def rebuild_ratings() -> int:
    """Rates all ranked races again, in their order; how many. One that ends meanwhile waits and is rated after them."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # Against `write`, which first locks the ratings it will change; readers go on.
                cursor.execute("LOCK TABLE games_rating IN EXCLUSIVE MODE")
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()
        races = Race.objects.filter(ranked=True, status=Status.FINISHED).order_by("pk")
        for race in races.iterator():
            write(race, list(Entry.objects.filter(race=race).select_related("player").order_by("seat")))
        total = races.count()
    for player in Rating.objects.order_by("player").values_list("player", flat=True).distinct():
        with transaction.atomic():
            refresh(Player.objects.select_for_update(no_key=True).get(pk=player))
    return total
