from accounts.routes import route
from accounts.views import credentials, entrance, me, sessions

urlpatterns = [
    route("guest", entrance.Guest),
    route("signup", entrance.SignUp),
    route("upgrade", entrance.Upgrade),
    route("merge", entrance.Merge),
    route("session", sessions.OwnSession),
    route("sessions", sessions.Sessions),
    route("sessions/<id:session>", sessions.OneSession),
    route("ws-ticket", sessions.Ticket),
    route("email/verify", credentials.VerifyEmail),
    route("email/resend", credentials.ResendVerification),
    route("email/change", credentials.ChangeEmail),
    route("password/change", credentials.ChangePassword),
    route("password/reset", credentials.RequestReset),
    route("password/reset/confirm", credentials.ConfirmReset),
    route("me", me.Me),
    route("me/export", me.Export),
]
