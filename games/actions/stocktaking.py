"""What is on the shelves and how the work on them goes, for operators."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Count, Q

from games.actions import shipped
from games.actions.restocking import shelves
from games.klondike.rules import RULESETS
from games.models import Shelf, Verdict
from games.models.shelf import NO_LIMIT
from games.models.verdict import Grade, Provenance
from games.solver.rules import shelf_name


def take_stock() -> dict[str, Any]:
    """Every shelf, and what became of the verdicts that were asked for one by one, ready for JSON."""
    shelves()
    stock = {
        (row["shelf"], row["grade"]): row["count"]
        for row in Verdict.objects.filter(provenance=Provenance.PRIVATE, served_at=None)
        .values("shelf", "grade")
        .annotate(count=Count("pk"))
    }
    served = Count("verdicts", Q(verdicts__provenance=Provenance.PRIVATE, verdicts__served_at__isnull=False))
    return {
        "low": settings.SHELF_LOW,
        "target": settings.SHELF_TARGET,
        "shelves": [
            _shelf(shelf, {grade.value: stock.get((shelf.pk, grade), 0) for grade in Grade}, shelf.served)
            for shelf in Shelf.objects.annotate(served=served).order_by("draw", "passes", "-worrying_back")
        ],
        "verdicts": Verdict.objects.filter(provenance=Provenance.ASKED).aggregate(
            wanted=Count("pk", Q(word=None)),
            winnable=Count("pk", Q(word="winnable")),
            unwinnable=Count("pk", Q(word="unwinnable")),
            undecided=Count("pk", Q(word="undecided")),
        ),
    }


def _shelf(shelf: Shelf, by_grade: dict[str, int], served: int) -> dict[str, Any]:
    return {
        "draw": shelf.draw,
        "passes": None if shelf.passes == NO_LIMIT else shelf.passes,
        "worrying_back": shelf.worrying_back,
        "rulesets": [name for name, rules in RULESETS.items() if shelf_name(rules) == shelf_name(shelf.rules)],
        "filling": shelf.filling,
        "stock": sum(by_grade.values()),
        "by_grade": by_grade,
        "served": served,
        "shipped": len(shipped.shipped(shelf.rules)),
        "tried": shelf.tried,
        "winnable": shelf.winnable,
        "unwinnable": shelf.unwinnable,
        "undecided": shelf.undecided,
        "cpu_ms": round(shelf.cpu_ms),
        "per_cpu_minute": shelf.per_cpu_minute,
        "worked_at": shelf.worked_at,
    }
