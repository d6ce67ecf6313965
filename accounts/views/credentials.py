"""E-mail verification and passwords."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import serializers, throttles
from accounts.actions import emails, passwords
from accounts.problems import AccountNeeded, EmailTaken, TooMany, WrongPassword
from accounts.schema import BODY, SESSION, answers
from accounts.views.endpoint import Endpoint, Open, access_of, agent_of, player_of, read, signed_in


class VerifyEmail(Endpoint):
    permission_classes = ()

    @extend_schema(
        summary="Verify an e-mail address",
        description="By the key from the mail, with or without a session. All other sessions end.",
        request=serializers.Verification,
        responses=answers({204: None}, *SESSION[1:], *BODY, EmailTaken),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.Verification, request.data)
        emails.verify(body["key"], access_of(request).token if request.auth else None)
        return Response(status=204)


class ResendVerification(Endpoint):
    throttle_classes = (throttles.Mails, throttles.MailsToAddress)

    @extend_schema(
        summary="Send the verification mail again",
        request=serializers.Empty,
        responses=answers({202: None}, *SESSION, *BODY, AccountNeeded, TooMany),
    )
    def post(self, request: Request) -> Response:
        read(serializers.Empty, request.data)
        emails.send_verification(player_of(request))
        return Response(status=202)


class ChangeEmail(Endpoint):
    throttle_classes = (throttles.Passwords, throttles.Mails, throttles.MailsToAddress)

    @extend_schema(
        summary="Give another e-mail address",
        description="It replaces the old one at once, and is unverified until the mail sent to it comes back.",
        request=serializers.EmailChange,
        responses=answers({202: None}, *SESSION, *BODY, WrongPassword, AccountNeeded, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.EmailChange, request.data)
        emails.change(player_of(request), body["email"], body["password"])
        return Response(status=202)


class ChangePassword(Endpoint):
    throttle_classes = (throttles.Passwords,)

    @extend_schema(
        summary="Change my password",
        description="Every session ends; the answer holds a new one.",
        request=serializers.PasswordChange,
        responses=answers({200: serializers.SignedIn}, *SESSION, *BODY, WrongPassword, AccountNeeded, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.PasswordChange, request.data)
        player, session = passwords.change(player_of(request), **body, user_agent=agent_of(request))
        return signed_in(request, player, session, 200, by_cookie=access_of(request).by_cookie)


class RequestReset(Open):
    throttle_classes = (throttles.Mails, throttles.MailsToAddress)

    @extend_schema(
        summary="Ask for a new password",
        description="A mail goes to the address, whether or not it has an account.",
        request=serializers.ResetRequest,
        responses=answers({202: None}, *BODY, TooMany),
    )
    def post(self, request: Request) -> Response:
        passwords.request_reset(read(serializers.ResetRequest, request.data)["email"])
        return Response(status=202)


class ConfirmReset(Open):
    throttle_classes = (throttles.SignIns,)

    @extend_schema(
        summary="Set a new password",
        description="By the key from the mail. Every session ends.",
        request=serializers.Reset,
        responses=answers({204: None}, *BODY, TooMany),
    )
    def post(self, request: Request) -> Response:
        body = read(serializers.Reset, request.data)
        passwords.reset(body["key"], body["new_password"])
        return Response(status=204)
