import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from klondike_service import environment as env
from klondike_service.connections import database, mail


def test_an_empty_variable_counts_as_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMIT_X", " ")
    assert env.number("LIMIT_X", 7, 1, 9) == 7


@pytest.mark.parametrize("value", ["0", "10", "-1", "1.5", "seven", "٣"])
def test_a_number_out_of_range_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("LIMIT_X", value)
    with pytest.raises(ImproperlyConfigured, match=r"LIMIT_X must be a whole number from 1 to 9, not "):
        env.number("LIMIT_X", 7, 1, 9)


def test_a_flag_is_yes_or_no_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAG", "On")
    assert env.flag("FLAG", False) is True
    monkeypatch.setenv("FLAG", "0")
    assert env.flag("FLAG", True) is False
    monkeypatch.setenv("FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="FLAG must be yes or no, not 'maybe'"):
        env.flag("FLAG", True)


def test_a_url_of_another_kind_is_refused_without_printing_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://me:hunter2@host/name")
    with pytest.raises(ImproperlyConfigured, match=r"DATABASE_URL .* postgres: or sqlite:") as refusal:
        env.url("DATABASE_URL", "", "postgres", "sqlite")
    assert "hunter2" not in str(refusal.value)


def test_a_secret_is_made_once_and_kept_from_other_users(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    first = env.secret("NO_SUCH_VARIABLE", file)
    assert len(first) >= 64
    assert env.secret("NO_SUCH_VARIABLE", file) == first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_postgres_url_is_taken_apart_and_unquoted() -> None:
    entry = database("postgres://me:p%40ss@db.example:5433/klondike?sslmode=require", 12)
    assert (entry["NAME"], entry["USER"], entry["PASSWORD"]) == ("klondike", "me", "p@ss")
    assert (entry["HOST"], entry["PORT"]) == ("db.example", 5433)
    assert entry["OPTIONS"]["sslmode"] == "require"
    assert entry["OPTIONS"]["pool"]["max_size"] == 12


def test_a_socket_folder_may_stand_for_the_host() -> None:
    entry = database("postgresql://me@/klondike?host=/run/postgresql", 2)
    assert entry["HOST"] == "/run/postgresql"
    assert "host" not in entry["OPTIONS"]


def test_a_database_without_a_name_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="must name a database"):
        database("postgres://host/", 2)


def test_mail_goes_to_a_server_a_folder_or_the_console() -> None:
    assert mail("smtp://me:pw@mail.example:587?starttls=1") | {"EMAIL_BACKEND": ""} == {
        "EMAIL_BACKEND": "",
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "me",
        "EMAIL_HOST_PASSWORD": "pw",
        "EMAIL_USE_SSL": False,
        "EMAIL_USE_TLS": True,
        "EMAIL_TIMEOUT": 10,
    }
    assert mail("smtps://mail.example")["EMAIL_PORT"] == 465
    assert mail("file:///srv/mail")["EMAIL_FILE_PATH"] == "/srv/mail"
    assert mail("console:")["EMAIL_BACKEND"].endswith("console.EmailBackend")
