from secrets import token_urlsafe

from django.db import models

from accounts.models.session import Session


class Ticket(models.Model):
    """Opens one socket in a session's name, once and soon: a page's cookie must not, and a token is too good."""

    key = models.CharField(max_length=43, primary_key=True, default=token_urlsafe)
    session = models.ForeignKey(Session, models.CASCADE, related_name="tickets")
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ticket until {self.expires_at:%H:%M:%S}"
