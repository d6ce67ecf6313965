"""What the service answers when it refuses: problem documents in the shape of RFC 9457.

No framework is imported here, so that verbs and sockets can refuse in the same words as HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import cleandoc


class Problem(Exception):
    """The service could not answer. Nothing was changed."""

    # A subclass is one stable code; its docstring is the sentence a player reads, filled from `params`.
    # Codes that live elsewhere (the rules' refusals) are given to the constructor.
    status: int = 500
    code: str = "internal"
    title: str = "Internal error"

    def __init__(
        self,
        detail: str | None = None,
        *,
        status: int | None = None,
        code: str | None = None,
        title: str | None = None,
        params: Mapping[str, object] | None = None,
        extra: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """`params` let a client put the sentence in its own language; `extra` members help it to go on."""
        self.status = self.status if status is None else status
        self.code = self.code if code is None else code
        self.title = self.title if title is None else title
        self.params = dict(params or {})
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})
        self.detail = cleandoc(self.__doc__ or "").format(**self.params) if detail is None else detail
        super().__init__(self.detail)

    def document(self) -> dict[str, object]:
        """The problem as it goes over the wire, the same in HTTP answers and in socket frames."""
        members: dict[str, object] = {
            "type": f"urn:klondike:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "params": self.params,
        }
        return {**members, **self.extra, **members}


class BadRequest(Problem):
    """The request could not be understood."""

    status, code, title = 400, "bad_request", "Bad request"


class Malformed(Problem):
    """The body is not valid JSON."""

    status, code, title = 400, "malformed", "Malformed body"


class NoSession(Problem):
    """This needs a session: send X-Session-Token."""

    status, code, title = 401, "no_session", "No session"


class SessionEnded(Problem):
    """The session has ended: sign in again."""

    status, code, title = 401, "session_ended", "Session ended"


class Forbidden(Problem):
    """This is not allowed to you."""

    status, code, title = 403, "forbidden", "Forbidden"


class BadOrigin(Problem):
    """The request comes from a page of another origin."""

    status, code, title = 403, "origin", "Foreign origin"


class CsrfFailed(Problem):
    """A request that signs in by cookie must prove its page: send X-CSRFToken."""

    status, code, title = 403, "csrf", "CSRF check failed"


class WrongCredentials(Problem):
    """No account has this name (or verified e-mail) and this password."""

    status, code, title = 403, "wrong_credentials", "Wrong name or password"


class WrongPassword(Problem):
    """The password is not right."""

    status, code, title = 403, "wrong_password", "Wrong password"


class NotFound(Problem):
    """There is nothing here that you may see."""

    status, code, title = 404, "not_found", "Not found"


class MethodNotAllowed(Problem):
    """{method} is not possible here."""

    status, code, title = 405, "method_not_allowed", "Method not allowed"


class NotAcceptable(Problem):
    """Answers come as JSON only."""

    status, code, title = 406, "not_acceptable", "Not acceptable"


class IdReused(Problem):
    """The id {id} was given to another command before."""

    status, code, title = 409, "id_reused", "Id used before"


class NameTaken(Problem):
    """The name {name} is taken."""

    status, code, title = 409, "name_taken", "Name taken"


class EmailTaken(Problem):
    """Another account has verified this e-mail address."""

    status, code, title = 409, "email_taken", "E-mail taken"


class GuestOnly(Problem):
    """Only a guest can do this: the player has an account already."""

    status, code, title = 409, "guest_only", "Not a guest"


class AccountNeeded(Problem):
    """A guest has no password and no e-mail: upgrade first."""

    status, code, title = 409, "account_needed", "Account needed"


class TooLarge(Problem):
    """A body may have {limit} bytes."""

    status, code, title = 413, "too_large", "Body too large"


class UnsupportedMediaType(Problem):
    """Bodies are JSON: send Content-Type: application/json."""

    status, code, title = 415, "unsupported_media_type", "Unsupported media type"


class Invalid(Problem):
    """A field does not hold what it should."""

    status, code, title = 422, "invalid", "Invalid field"

    def __init__(self, detail: str, *, field: str, params: Mapping[str, object] | None = None) -> None:
        """`field` is a dotted path (`preferences.avatar`, `moves.3`), empty for the body as a whole."""
        super().__init__(detail, params=params, extra={"field": field})


class ClientOutdated(Problem):
    """This client is too old for the service: update it."""

    status, code, title = 426, "client_outdated", "Client outdated"


class TooMany(Problem):
    """Too many requests: try again in {retry_after_s} s."""

    status, code, title = 429, "too_many", "Too many requests"

    def __init__(self, retry_after_ms: int, *, headers: Mapping[str, str] | None = None) -> None:
        seconds = max(1, -(-retry_after_ms // 1000))
        super().__init__(
            params={"retry_after_s": seconds},
            extra={"retry_after_ms": retry_after_ms},
            headers={"Retry-After": str(seconds), **(headers or {})},
        )


class Busy(Problem):
    """The service is busy: try again with the same id."""

    status, code, title = 503, "busy", "Busy"

    def __init__(self) -> None:
        super().__init__(extra={"retry_after_ms": 1000}, headers={"Retry-After": "1"})
