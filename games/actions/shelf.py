"""Taking secret winnable deals from the shelf; each serves once."""

from __future__ import annotations

import time
from secrets import token_bytes
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Player
from games.actions import shipped
from games.actions.slots import slot
from games.actions.verdicts import Found, find
from games.klondike.deals import deal_from_seed
from games.klondike.rules import Rules
from games.klondike.shuffle import SEED_BYTES
from games.models import Deal, Shelf, Verdict
from games.models.deal import Source
from games.models.verdict import Grade, Provenance, Word


class Taken(NamedTuple):
    """A secret deal that nobody else gets, and what is known of it."""

    deal: Deal
    verdict: Word
    difficulty: Grade


def take_private(rules: Rules, player: Player | None = None, grade: Grade | None = None) -> Taken | None:
    """A deal proved winnable under these rules and never served before, for a game, a race (no player) or a day; None
    where the shelf has none.

    Call it inside the transaction that deals it: if that is undone, so is the serving. Two takers at once get two
    deals: on PostgreSQL each skips the row that the other has locked, and SQLite lets one transaction write at a time.
    """
    row = (
        _for(player, rules, grade)
        .select_for_update(skip_locked=True, of=("self",))
        .select_related("deal")
        .order_by("id")
        .first()
    )
    if row is None or not stock(rules).filter(pk=row.pk).update(served_at=timezone.now(), served_to=player):
        return None
    return Taken(row.deal, Word.WINNABLE, Grade(row.grade or ""))


def stock(rules: Rules) -> QuerySet[Verdict]:
    """The secret deals of a shelf that wait to be served."""
    return Verdict.under(rules).filter(provenance=Provenance.PRIVATE, served_at=None)


def _for(player: Player | None, rules: Rules, grade: Grade | None) -> QuerySet[Verdict]:
    at_hand = stock(rules).filter(Q(served_to=None) | Q(served_to=player))
    return at_hand if grade is None else at_hand.filter(grade=grade)


def provide(player: Player, rules: Rules, grade: Grade | None = None) -> None:
    """Sees to it that a winnable deal is at hand for this player: where neither the shelf nor what comes with the code
    has one, as under most custom rules, one is proved here and now and kept for the player.

    Takes up to `SHELF_WAIT_MS`; call it outside transactions. After that time there may still be none.
    """
    if shipped.shipped(rules) or _for(player, rules, grade).exists():
        return
    with slot(player.pk):
        prove_one(rules, grade, kept_for=player)


def prove_one(rules: Rules, grade: Grade | None = None, kept_for: Player | None = None) -> None:
    """Puts a winnable deal on the shelf, if one can be found in the time that players wait for one."""
    deadline = time.monotonic() + settings.SHELF_WAIT_MS / 1000
    while (left_s := deadline - time.monotonic()) > 0:
        seed = token_bytes(SEED_BYTES)
        found = find(deal_from_seed(seed), rules, min(settings.SOLVER_MS, 1 + round(left_s * 1000)))
        if found.word is Word.WINNABLE and grade in (None, found.grade):
            put(Shelf.of(rules), seed, found, kept_for)
            return


@transaction.atomic
def put(shelf: Shelf, seed: bytes, found: Found, kept_for: Player | None = None) -> None:
    """Puts a deal that was found winnable on its shelf."""
    deal = Deal.objects.create(source=Source.SECRET, cards=deal_from_seed(seed).text, seed=seed)
    Verdict.objects.create(
        shelf=shelf,
        deal=deal,
        provenance=Provenance.PRIVATE,
        served_to=kept_for,
        decided_at=timezone.now(),
        **found._asdict(),
    )
