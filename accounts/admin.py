"""Players for the operator: found, looked at, banned, signed out. What players said themselves is not edited."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.actions.sessions import end_all
from accounts.lists import Listed
from accounts.models import Player

# allauth's page would let what players said be edited; a player's own page shows the address.
admin.site.unregister(EmailAddress)
admin.site.unregister(Group)


@admin.register(Group)
class Groups(Listed, GroupAdmin):
    """Django's own, but for its list."""


@admin.register(Player)
class PlayerAdmin(Listed):
    list_display = ("public_id", "name", "email", "guest", "is_active", "created_at", "seen_at", "deleted_at")
    list_filter = ("guest", "is_active", "is_staff")
    search_fields = ("name", "email", "public_id")
    ordering = ("-id",)
    show_full_result_count = False  # counting all guests takes long
    fields = (
        "public_id",
        "name",
        "email",
        "email_verified",
        "guest",
        "avatar",
        "preferences",
        "created_at",
        "seen_at",
        "deleted_at",
        "open_sessions",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
    )
    filter_horizontal = ("groups",)
    actions = ("sign_out",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Who may do what is for superusers to change; else staff could make themselves one."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        return (*self.fields[: self.fields.index("is_active")], *rights)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Players are deleted by themselves, so that what hangs on them is settled; the operator bans."""
        return False

    @admin.display(boolean=True, description="e-mail verified")
    def email_verified(self, player: Player) -> bool:
        return player.email_verified

    @admin.display(description="sessions")
    def open_sessions(self, player: Player) -> SafeString | str:
        """By their public ids: a session's key is its secret."""
        lines = (
            (f"{session.public_id} · last seen {session.seen_at:%Y-%m-%d} · {session.user_agent}",)
            for session in player.sessions.order_by("-seen_at")[:100]
        )
        return format_html_join("", "<div>{}</div>", lines) or "none"

    @admin.action(description="Sign out everywhere")
    def sign_out(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            end_all(player)
        self.message_user(request, f"Signed out: {queryset.count()}")
