"""Games for the operator: found and looked at, never changed. What a closed deal hides is hidden here too."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.lists import Listed
from games.actions.drawing import draw
from games.actions.fair_play.reviewing import decide
from games.actions.now import moment, now_ms
from games.models import Deal, Game, Race, RaceEvent, Result, Shelf, Suspicion, Verdict
from games.models.suspicion import State
from games.models.verdict import Provenance


class ReadOnly(Listed):
    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    show_full_result_count = False  # counting all takes long
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def link(row: Model, text: object) -> SafeString:
    """To the page of another row."""
    page = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    return format_html('<a href="{}">{}</a>', reverse(page, args=[row.pk]), text)


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("public_id", "player", "ruleset", "origin", "status", "ended_by", "moves", "practice", "created_at")
    list_filter = ("status", "ruleset", "origin", "practice")
    list_select_related = ("player",)
    search_fields = ("=public_id", "=player__public_id", "player__name")
    # Not the position, which is written with all its cards.
    fields = (
        *("public_id", "player_link", "deal_link", "origin", "code", "ruleset", "rules", "created_at"),
        *("status", "ended_by", "version", "moves", "actions", "practice", "assisted", "peeked", "merged", "hidden"),
        *("elapsed_ms", "result_link", "log"),
    )

    @admin.display(description="player")
    def player_link(self, game: Game) -> SafeString:
        return link(game.player, game.player)

    @admin.display(description="deal")
    def deal_link(self, game: Game) -> SafeString:
        return link(game.deal, game.deal)

    @admin.display(description="result")
    def result_link(self, game: Game) -> SafeString | str:
        result = Result.objects.filter(game=game).first()
        return link(result, result) if result else "none"

    @admin.display
    def log(self, game: Game) -> SafeString:
        """Each event and the table after it; cards that the player hasn't seen are ?? while the deal is closed."""
        return format_html_join("", "<p><strong>{}</strong></p><pre>{}</pre>", draw(game))


@admin.register(Deal)
class DealAdmin(ReadOnly):
    list_display = ("pk", "source", "number", "created_at", "opens_at")
    list_filter = ("source",)
    search_fields = ("=number",)
    fields = ("source", "number", "created_at", "opens_at", "shown_cards", "shown_seed")

    @admin.display(description="cards")
    def shown_cards(self, deal: Deal) -> str:
        return " ".join(map(str, deal.layout.cards)) if deal.open_at(moment(now_ms())) else "closed"

    @admin.display(description="seed")
    def shown_seed(self, deal: Deal) -> str:
        if not deal.open_at(moment(now_ms())):
            return "closed"
        return bytes(deal.seed).hex() if deal.seed else "none"


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = (
        *("game", "player", "ruleset", "won", "ended_by", "elapsed_ms", "moves", "points", "practice", "ended_at"),
    )
    list_filter = ("won", "ruleset", "ended_by", "practice")
    list_select_related = ("game", "player")
    search_fields = ("=game__public_id", "=player__public_id", "player__name")


@admin.register(Race)
class RaceAdmin(ReadOnly):
    list_display = (
        *("public_id", "code", "status", "reason", "mode", "start", "ranked", "seats"),
        *("created_at", "ended_at"),
    )
    list_filter = ("status", "mode", "start", "ranked")
    search_fields = ("=public_id", "=code", "=entries__player__public_id", "entries__player__name")
    fields = (
        *("public_id", "code", "status", "reason", "rules", "mode", "start", "time_limit_s", "seats", "ranked"),
        *("visibility", "spectators", "deal_link", "created_at", "starts_at", "ends_at", "ended_at", "due_at"),
        *("players", "log"),
    )

    @admin.display(description="deal")
    def deal_link(self, race: Race) -> SafeString:
        return link(race.deal, race.deal)

    @admin.display
    def players(self, race: Race) -> SafeString:
        entries = race.entries.select_related("player", "game").order_by("seat")
        rows = [
            (
                entry.seat,
                link(entry.player, entry.player),
                link(entry.game, entry.game) if entry.game else "no game",
                entry.outcome or "none yet",
                entry.place or "none yet",
            )
            for entry in entries
        ]
        return format_html_join("", "<p>{}. {} · {} · outcome {} · place {}</p>", rows)

    @admin.display
    def log(self, race: Race) -> SafeString:
        events = RaceEvent.objects.filter(race=race.pk).select_related("player").order_by("number")
        rows = [(event, event.player or "server", f"{event.at:%Y-%m-%d %H:%M:%S}") for event in events]
        return format_html_join("", "<p>{} · {} · {}</p>", rows)


@admin.register(Shelf)
class ShelfAdmin(ReadOnly):
    """How far the shelves are filled, and what the workers tried for it."""

    list_display = (
        *("__str__", "stock", "served", "filling", "tried", "winnable", "unwinnable", "undecided"),
        *("spent_ms", "per_cpu_minute", "worked_at"),
    )
    ordering = ("draw", "passes", "-worrying_back")
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Shelf]:
        private = Q(verdicts__provenance=Provenance.PRIVATE)
        return Shelf.objects.annotate(
            stock=Count("verdicts", private & Q(verdicts__served_at=None)),
            served=Count("verdicts", private & Q(verdicts__served_at__isnull=False)),
        )

    @admin.display
    def stock(self, shelf: Any) -> int:
        return int(shelf.stock)

    @admin.display
    def served(self, shelf: Any) -> int:
        return int(shelf.served)

    @admin.display(description="CPU ms")
    def spent_ms(self, shelf: Shelf) -> int:
        return round(shelf.cpu_ms)


@admin.register(Verdict)
class VerdictAdmin(ReadOnly):
    list_display = (
        *("pk", "shelf", "deal", "provenance", "word", "grade", "difficulty", "cpu_ms", "attempts"),
        *("asked_at", "decided_at", "served_at"),
    )
    list_filter = ("shelf", "provenance", "word", "grade")
    list_select_related = ("shelf", "deal")
    fields = (*list_display[1:], "budget_ms", "nodes", "shown_line")

    @admin.display(description="line")
    def shown_line(self, verdict: Verdict) -> str:
        return (verdict.line or "none") if verdict.deal.open_at(moment(now_ms())) else "closed"


@admin.register(Suspicion)
class SuspicionAdmin(ReadOnly):
    """Results that should be looked at. Withheld ones stand on no board, until it is decided otherwise."""

    list_display = ("pk", "player", "ruleset", "kind", "state", "raised_at", "evidence")
    list_filter = ("state", "kind", "ruleset")
    list_select_related = ("player",)
    search_fields = ("=player__public_id", "player__name")
    fields = ("player_link", "ruleset", "kind", "state", "raised_at", "evidence", "games")
    actions = ("withhold", "dismiss", "reopen")  # type: ignore[assignment]  # the others have none

    @admin.display(description="player")
    def player_link(self, suspicion: Suspicion) -> SafeString:
        return link(suspicion.player, suspicion.player)

    @admin.display
    def games(self, suspicion: Suspicion) -> SafeString:
        """The games whose results these are, each with its log a click away."""
        results = suspicion.results.select_related("game").order_by("-ended_at")
        return format_html_join("", "<div>{} · {} ms</div>", ((link(r.game, r.game), r.wall_ms) for r in results))

    @admin.action(description="Withhold from boards")
    def withhold(self, request: HttpRequest, queryset: QuerySet[Suspicion]) -> None:
        self._decide(request, queryset, State.WITHHELD)

    @admin.action(description="Dismiss")
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Suspicion]) -> None:
        self._decide(request, queryset, State.DISMISSED)

    @admin.action(description="Open again")
    def reopen(self, request: HttpRequest, queryset: QuerySet[Suspicion]) -> None:
        self._decide(request, queryset, State.OPEN)

    def _decide(self, request: HttpRequest, queryset: QuerySet[Suspicion], state: State) -> None:
        for suspicion in queryset:
            decide(suspicion, state)
        self.message_user(request, f"{state.label}: {queryset.count()}")
