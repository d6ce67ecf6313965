"""The operator finds players, sees no secret, and changes little."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client

from accounts.models import Player, Session
from tests.accounts.device import PASSWORD, Device
from tests.admin import signed_in

pytestmark = pytest.mark.django_db
PLAYERS = "/admin/accounts/player/"


def test_the_operator_signs_in_as_django_does_and_has_a_session_like_others(operator: Client) -> None:
    assert operator.get("/admin/").status_code == 200
    session = Session.objects.get()
    assert session.player == Player.objects.get()


def test_the_operators_session_keeps_its_identity_when_django_saves_it(operator: Client) -> None:
    before = Session.objects.get()
    store = operator.session
    store["seen"] = True
    store.save()
    after = Session.objects.get()
    assert (after.public_id, after.created_at, after.player) == (before.public_id, before.created_at, before.player)
    assert after.get_decoded()["seen"] is True


def test_an_operator_is_made_from_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", name_key="Ｒoot", email="root@example.org", verbosity=0)
    assert Player.objects.get().name == "Root"
    assert signed_in("ROOT").get("/admin/").status_code == 200


def test_players_are_kept_out(joe: Device) -> None:
    assert signed_in("Joe").get(PLAYERS).status_code == 302


@pytest.mark.parametrize("by", ["name", "email", "public_id"])
def test_players_are_found_by_name_address_and_id(operator: Client, joe: Device, guest: Device, by: str) -> None:
    player = Player.objects.get(name="Joe")
    page = operator.get(PLAYERS, {"q": getattr(player, by)}).content.decode()
    assert "joe@example.org" in page
    assert guest("GET", "me")[1]["id"] not in page


def test_a_players_page_shows_sessions_but_no_secret(operator: Client, joe: Device) -> None:
    player = Player.objects.get(name="Joe")
    page = operator.get(f"{PLAYERS}{player.pk}/change/").content.decode()
    session = player.sessions.get()
    assert session.public_id in page
    for secret in (session.session_key, session.session_data, player.password):
        assert secret not in page


def test_a_ban_is_all_that_changes(operator: Client, joe: Device) -> None:
    player = Player.objects.get(name="Joe")
    operator.post(f"{PLAYERS}{player.pk}/change/", {"name": "Jim", "email": "jim@example.org"})
    banned = Player.objects.get(pk=player.pk)
    assert (banned.name, banned.email, banned.is_active) == ("Joe", "joe@example.org", False)
    assert joe.refused("GET", "me") == (401, "session_ended")


def test_staff_give_nobody_rights(operator: Client, joe: Device) -> None:
    Player.objects.filter(name="Joe").update(is_staff=True)
    joes = Player.objects.get(name="Joe")
    joes.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    signed_in("Joe").post(f"{PLAYERS}{joes.pk}/change/", {"is_active": "on", "is_staff": "on", "is_superuser": "on"})
    assert Player.objects.get(name="Joe").is_superuser is False


def test_players_are_signed_out_by_the_operator(operator: Client, joe: Device) -> None:
    player = Player.objects.get(name="Joe")
    operator.post(PLAYERS, {"action": "sign_out", "_selected_action": [player.pk]})
    assert joe.refused("GET", "me") == (401, "session_ended")
    assert operator.get("/admin/").status_code == 200


def test_players_are_neither_added_nor_deleted_by_hand(operator: Client) -> None:
    assert operator.get(f"{PLAYERS}add/").status_code == 403
    assert operator.get(f"{PLAYERS}{Player.objects.get().pk}/delete/").status_code == 403


def test_no_secret_is_told_by_how_many_rows_a_list_has(operator: Client, joe: Device) -> None:
    player = Player.objects.get(name="Joe")
    key = player.sessions.get().session_key
    for lookup, value in (("sessions__session_key__startswith", key[0]), ("password__startswith", player.password[0])):
        assert operator.get(PLAYERS, {lookup: value}).status_code == 400
    assert operator.get("/admin/auth/group/", {"player__password__startswith": player.password[0]}).status_code == 400
    assert operator.get("/admin/account/emailaddress/").status_code == 404
    assert player.public_id in operator.get(PLAYERS, {"guest__exact": "0"}).content.decode()
    assert operator.get(PLAYERS, {"guest__exact": "\0"}).status_code == 400
