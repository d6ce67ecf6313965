from django.urls import URLPattern, path, register_converter

from accounts.identifiers import PATTERN
from accounts.views import credentials, entrance, me, sessions


class PublicId:
    """Anything else than an id is no path of ours, and never reaches the database."""

    regex = PATTERN

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PublicId, "id")

urlpatterns: list[URLPattern] = [
    path("guest", entrance.Guest.as_view()),
    path("signup", entrance.SignUp.as_view()),
    path("upgrade", entrance.Upgrade.as_view()),
    path("merge", entrance.Merge.as_view()),
    path("session", sessions.OwnSession.as_view()),
    path("sessions", sessions.Sessions.as_view()),
    path("sessions/<id:session>", sessions.OneSession.as_view()),
    path("ws-ticket", sessions.Ticket.as_view()),
    path("email/verify", credentials.VerifyEmail.as_view()),
    path("email/resend", credentials.ResendVerification.as_view()),
    path("password/change", credentials.ChangePassword.as_view()),
    path("password/reset", credentials.RequestReset.as_view()),
    path("password/reset/confirm", credentials.ConfirmReset.as_view()),
    path("me", me.Me.as_view()),
    path("me/export", me.Export.as_view()),
]
